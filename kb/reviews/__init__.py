"""What editors decided on findings, reports, passages and entries: TOML files, one a subject, that answers follow at once."""

from kb.reviews.files import BadReview, read_reviews, review_folders, reviews_signature
from kb.reviews.ledger import Ledger
from kb.reviews.model import DECISIONS, Decision, Review, Seen
from kb.text import text_hash

__all__ = [
    "DECISIONS",
    "BadReview",
    "Decision",
    "Ledger",
    "Review",
    "Seen",
    "read_reviews",
    "review_folders",
    "reviews_signature",
    "text_hash",
]
