// Commands on an application's specification.
import type { CommandContext } from '../command.js';

export interface ConstantsToChange {
  /** `key`: null where the constant has one value. `text`: as a document writes it. */
  readonly values: readonly {
    readonly constant: string;
    readonly key: string | null;
    readonly text: string;
  }[];
  /** The day from which on they hold. */
  readonly from: string;
  readonly reason: string;
  /** How many changes the person knew of; undefined: nobody has looked. */
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
  /** `text`: the whole document. Throws `SpecificationRefused` with every problem in it. */
  constructor(
    readonly data: { readonly text: string; readonly reason?: string; readonly context: CommandContext },
  ) {}
}
