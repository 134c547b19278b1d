// What is found while one trace is mapped: all that does not fit, and whom it names.
import type { LogIds } from './log-ids.js';
import type { TraceMisfit } from './trace-misfit.js';

export class ImportFindings {
  readonly misfits: TraceMisfit[] = [];
  readonly people = new Set<string>();

  constructor(private readonly ids: LogIds) {}

  /** `cause`: what others of its kind have in common, where the message names a value. */
  misfit(line: number, message: string, remedy: string, cause?: string): void {
    this.misfits.push({ line, message, remedy, ...(cause !== undefined && { cause }) });
  }

  /** Their id. */
  person(name: string): string {
    this.people.add(name);
    return this.ids.person(name);
  }
}
