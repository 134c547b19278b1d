// Ends the process in order, as a failed start does.

export const REPORT_FATAL_ERROR = Symbol('REPORT_FATAL_ERROR');

export type ReportFatalError = (error: unknown) => void;
