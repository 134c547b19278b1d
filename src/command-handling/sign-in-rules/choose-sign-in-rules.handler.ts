import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CommandResult } from '#domain/command.js';
import { ChooseSignInRules } from '#domain/sign-in-rules/sign-in-rules-commands.js';
import { chooseSignInRules, foldSignInRules } from '#domain/sign-in-rules/sign-in-rules.js';
import type { SignInRules, SignInRulesChosen } from '#domain/sign-in-rules/sign-in-rules-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';

@CommandHandler(ChooseSignInRules)
export class ChooseSignInRulesHandler implements ICommandHandler<ChooseSignInRules> {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: ChooseSignInRules): Promise<CommandResult> {
    const { context, ...chosen } = command.data;
    const operator = await findOperator(this.ports, context);
    return decideAndAppend<SignInRules, SignInRulesChosen>(this.ports, {
      stream: streams.signInRules(),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldSignInRules,
      decide: (before) => chooseSignInRules(before, chosen, operator),
    });
  }
}
