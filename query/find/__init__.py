"""What bears on a question: three searches and the ranking made of them."""
