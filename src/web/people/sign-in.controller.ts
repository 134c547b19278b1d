import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { SIGN_IN_PATH } from '#views/addresses.js';
import { ExampleSignIn } from '#identity/sign-in/example-sign-in.js';
import { SignIn } from '#identity/sign-in/sign-in.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { Public } from '../authorization/authorization.decorators.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { REMEMBERED_BROWSER_COOKIE } from '../http/cookies.js';
import { readTextInput, type Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import type { Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentTranslations,
  FormPipe,
  QueryAs,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SessionAnswers } from './session-answers.js';
import { SignInPages } from './sign-in-pages.js';

const LONGEST_SEARCH = 200;

const FIND_QUERY = z.object({
  find: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, LONGEST_SEARCH)),
});

@Workload('page')
@Controller()
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly exampleSignIn: ExampleSignIn,
    private readonly pages: SignInPages,
    private readonly answers: SessionAnswers,
  ) {}

  @Get(SIGN_IN_PATH)
  @Public()
  async ask(
    @Query('next') next: unknown,
    @QueryAs(FIND_QUERY) { find }: z.output<typeof FIND_QUERY>,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.pages.show({ name: '', next: toLocalAddress(next), find }, t);
  }

  @Post(SIGN_IN_PATH)
  @Public()
  async withPassword(
    @Body(FormPipe) form: Form,
    @CurrentRequest() request: RequestInput,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [name, next] = [readTextInput(form, 'name'), toLocalAddress(form['next'])];
    try {
      const credentials = { name, password: form['password'] ?? '' };
      const remembered = request.cookies[REMEMBERED_BROWSER_COOKIE];
      const outcome = await this.signIn.withPassword(credentials, remembered, request);
      return await this.answers.proceed(outcome, next, request);
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen) throw error;
      return this.pages.show({ name, next, failure }, t);
    }
  }

  @Post(`${SIGN_IN_PATH}/demo`)
  @Public()
  async asExample(
    @Body(FormPipe) { person = '', next }: Form,
    @CurrentRequest() request: RequestInput,
  ): Promise<Answer> {
    const begun = await this.exampleSignIn.signIn(person, request);
    return this.answers.welcome({ begun, next: toLocalAddress(next) }, request);
  }
}
