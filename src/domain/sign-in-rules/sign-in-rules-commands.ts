import { Command, type CommandContext } from '../command.js';
import type { SignInRules } from './sign-in-rules-events.js';

export class ChooseSignInRules extends Command<SignInRules & { readonly context: CommandContext }> {
  readonly type = 'ChooseSignInRules';
}
