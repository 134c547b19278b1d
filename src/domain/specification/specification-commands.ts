import { Command, type CommandContext } from '../command.js';

export interface ConstantsToChange {
  /** `key` null: a single value. `text`: `5000 EUR`. */
  readonly values: readonly {
    readonly constant: string;
    readonly key: string | null;
    readonly text: string;
  }[];
  readonly from: string;
  readonly reason: string;
  /** undefined: not checked. */
  readonly knownChanges?: number;
}

export class ChangeConstants extends Command<
  ConstantsToChange & { readonly application: string; readonly context: CommandContext }
> {
  readonly type = 'ChangeConstants';
}

/** `text`: the document. Throws `SpecificationRefusedError`. */
export class PublishSpecification extends Command<{
  readonly text: string;
  readonly reason?: string;
  readonly context: CommandContext;
}> {
  readonly type = 'PublishSpecification';
}
