// Message and remedy of one error in one language.
export type ErrorWords = readonly [message: string, remedy?: string];
