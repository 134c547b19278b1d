export interface Diagnostic {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy?: string;
}
