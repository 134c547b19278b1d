import type { CommandContext } from '../command.js';

export interface ConstantsToChange {
  /** `key`: null for a single value. `text`: in the notation of documents. */
  readonly values: readonly {
    readonly constant: string;
    readonly key: string | null;
    readonly text: string;
  }[];
  /** First day of the new values. */
  readonly from: string;
  readonly reason: string;
  /** Number of changes that the person knew; undefined: not checked. */
  readonly knownChanges?: number;
}

export class ChangeConstants {
  readonly type = 'ChangeConstants';
  constructor(
    readonly data: ConstantsToChange & { readonly application: string; readonly context: CommandContext },
  ) {}
}

export class PublishSpecification {
  readonly type = 'PublishSpecification';
  /** `text`: the whole document. Throws `SpecificationRefused` with every problem. */
  constructor(
    readonly data: { readonly text: string; readonly reason?: string; readonly context: CommandContext },
  ) {}
}
