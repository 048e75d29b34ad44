"""What is wrong with the documents as texts: sections, links, pictures, marks, wording."""
