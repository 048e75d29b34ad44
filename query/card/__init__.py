"""Cards by name, their texts judged, and questions about them."""
