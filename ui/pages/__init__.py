"""The pages, one module each: `page()` draws it."""
