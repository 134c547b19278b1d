export type ErrorMessage = readonly [message: string, remedy?: string];
