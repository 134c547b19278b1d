// Commands on an application's specification.
import type { CommandContext } from '../command.js';

export class PublishSpecification {
  readonly type = 'PublishSpecification';
  /** `text`: the whole document. Throws `SpecificationRefused` with every problem in it. */
  constructor(readonly data: { readonly text: string; readonly context: CommandContext }) {}
}
