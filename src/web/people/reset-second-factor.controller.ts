import { Body, Controller, Param, Post } from '@nestjs/common';
import { PEOPLE_PATH } from '#views/addresses.js';
import type { CommandContext } from '#domain/command.js';
import { ResetSecondFactor } from '#domain/user/user-commands.js';
import { Accounts } from '#identity/accounts.js';
import { personHref } from '../addresses/page-addresses.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { goTo, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';

@Workload('page')
@ForAdmins('to.reset-second-factors')
@Controller(PEOPLE_PATH)
export class ResetSecondFactorController {
  constructor(
    private readonly commands: CommandSender,
    private readonly accounts: Accounts,
  ) {}

  @Post(':id/second-factor')
  async reset(
    @Param('id') id: string,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const reason = readTextInput(form, 'reason');
    const written = await this.commands.send(new ResetSecondFactor({ id, reason, context }));
    await this.accounts.known(written);
    return goTo(personHref(id), { notice: t('person.secondFactorReset'), written });
  }
}
