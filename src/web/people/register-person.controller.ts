import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { RegisterPersonPage } from '#views/pages/register-person.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { HAS_PASSWORDS } from '#identity/providers/sign-in-provider.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { isRecordId } from '#domain/stream-names.js';
import { personHref } from '../addresses/page-addresses.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  FormCommandContext,
  FormPipe,
  BaseUrl,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { CommandContext } from '#domain/command.js';
import type { Translate } from '#views/messages/translate.js';
import { REGISTER_PATH } from '../addresses/system-addresses.js';
import { OneTimeLinkPages } from './one-time-link-pages.js';
import { CommandSender } from '../authorization/command-sender.js';

interface RegistrationForm {
  readonly id: string;
  readonly commandId: string;
  readonly name: string;
  readonly signInName: string;
  readonly failure?: RequestFailure;
}

/** Refusals after which the form gets a new id. */
const OF_ANOTHER: ReadonlySet<string> = new Set(['COMMAND_REUSED', 'ALREADY_OPEN', 'ID_TAKEN']);

@Workload('page')
@ForAdmins('to.register-people')
@Controller(REGISTER_PATH)
export class RegisterPersonController {
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(
    private readonly commands: CommandSender,
    private readonly linkPages: OneTimeLinkPages,
  ) {}

  @Get()
  ask(@CurrentTranslations() { t }: Translations): Answer {
    return this.registrationPage({ id: uuid(), commandId: uuid(), name: '', signInName: '' }, t);
  }

  @Post()
  async register(
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const id = isRecordId(form['id'] ?? '') ? form['id']! : uuid();
    const [name, signInName] = [readTextInput(form, 'name'), readTextInput(form, 'signInName')];
    const made = this.linkPages.make(id, context);
    const signsIn = signInName.trim() !== '';
    try {
      const command = new RegisterUser({
        id,
        name,
        context,
        // A person without a sign-in name cannot sign in.
        ...(signsIn && { signInName, link: made.link }),
      });
      const written = await this.commands.send(command);
      if (signsIn) return await this.linkPages.show({ id, name: name.trim(), made, written }, { site, t });
      return goTo(personHref(id), { notice: t('register.registered', { name: name.trim() }), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not permitted') throw error;
      // Keep the command id if the command may have been stored.
      const commandId = failure.kind === 'unavailable' ? context.commandId : uuid();
      const next = failure.reasons.some(({ code }) => OF_ANOTHER.has(code)) ? uuid() : id;
      return this.registrationPage({ id: next, commandId, name, signInName, failure }, t);
    }
  }

  private registrationPage({ id, commandId, failure, ...typed }: RegistrationForm, t: Translate): Answer {
    const heading = t('register.person');
    const props = {
      heading,
      action: REGISTER_PATH,
      hidden: { id, commandId },
      asksPassword: false,
      signsInByLink: !this.hasPasswords,
      ...typed,
      errors: groupErrorsByField(failure?.reasons ?? [], 'name'),
    };
    return page(RegisterPersonPage, props, { title: heading }, { status: failure?.status });
  }
}
