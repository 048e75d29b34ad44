"""Terms, timings, documents and entries for pages."""
