/** Raised when a document that was accepted is refused, or means something else. */
export const SPECIFICATION_LANGUAGE_VERSION = 1;
