import { Command, type CommandContext } from '../command.js';

export interface ConstantsToChange {
  /** `key`: null for a single value. `text`: in the notation of documents. */
  readonly values: readonly {
    readonly constant: string;
    readonly key: string | null;
    readonly text: string;
  }[];
  readonly from: string;
  readonly reason: string;
  /** Number of changes that the person knew; undefined: not checked. */
  readonly knownChanges?: number;
}

export class ChangeConstants extends Command<
  ConstantsToChange & { readonly application: string; readonly context: CommandContext }
> {
  readonly type = 'ChangeConstants';
}

/** `text`: the whole document. Throws `SpecificationRefused` with every problem. */
export class PublishSpecification extends Command<{
  readonly text: string;
  readonly reason?: string;
  readonly context: CommandContext;
}> {
  readonly type = 'PublishSpecification';
}
