"""Cards as records, the store they are kept in, and what players call them."""
