import { Injectable } from '@nestjs/common';
import { SIGN_IN_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { RegisterPersonPage } from '#views/pages/register-person.js';
import { FirstAdmin } from '#identity/first-admin.js';
import { ExampleSignIn } from '#identity/sign-in/example-sign-in.js';
import { WELCOME_PATH } from '../addresses/system-addresses.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';

interface FirstAdminForm {
  readonly token: string;
  readonly name: string;
  readonly signInName: string;
}

@Injectable()
export class FirstAdminAnswers {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly exampleSignIn: ExampleSignIn,
  ) {}

  async ask(token: string, t: Translate): Promise<Answer> {
    await this.firstAdmin.admit(token);
    return this.page({ token, name: '', signInName: '' }, t);
  }

  async register(form: Form, correlationId: string, t: Translate): Promise<Answer> {
    const token = readTextInput(form, 'token');
    const typed = { name: readTextInput(form, 'name'), signInName: readTextInput(form, 'signInName') };
    const password = form['password'] ?? '';
    try {
      const { written } = await this.firstAdmin.make(token, { ...typed, password }, correlationId);
      return goTo(SIGN_IN_PATH, { notice: t('register.firstAdminMade'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'gone') throw error;
      return this.page({ token, ...typed }, t, failure);
    }
  }

  private async page(
    { token, ...typed }: FirstAdminForm,
    t: Translate,
    failure?: RequestFailure,
  ): Promise<Answer> {
    const heading = t('register.becomeFirstAdmin');
    const props = {
      heading,
      action: WELCOME_PATH,
      hidden: { token },
      asksPassword: true,
      ...((await this.exampleSignIn.listPeople()).length > 0 && { note: t('register.examplesEnd') }),
      ...typed,
      errors: groupErrorsByField(failure?.reasons ?? [], 'name'),
    };
    return page(RegisterPersonPage, props, { title: heading }, { status: failure?.status });
  }
}
