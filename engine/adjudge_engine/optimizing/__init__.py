"""Better rubrics by trial: a model rewrites one, labelled cases decide, the held-out ones last."""
