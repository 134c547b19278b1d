import { Inject, Injectable } from '@nestjs/common';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import { ExampleSignIn } from '#identity/sign-in/example-sign-in.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { foldText } from '#specification/values/fold-text.js';
import type { Translate } from '#views/messages/translate.js';
import { SignInPage } from '#views/pages/sign-in.js';
import { providerSignInHref } from '../addresses/system-addresses.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { describeRoles } from '../layout/describe-roles.js';
import { EXAMPLE_DATA_STATE, type ExampleDataState } from '../layout/example-data-state.js';
import { page, type Answer } from '../rendering/answers.js';
import { RELOAD_AFTER_SECONDS, percentOf } from '../rendering/loading.guard.js';
import { presentExampleTour } from './example-tour.js';

/** Example people; more need the search. */
const MOST_SHOWN = 50;

interface SignInForm {
  readonly name: string;
  readonly next: string;
  readonly failure?: RequestFailure;
  /** Search text among example people. */
  readonly find?: string;
}

@Injectable()
export class SignInPages {
  constructor(
    private readonly exampleSignIn: ExampleSignIn,
    @Inject(SIGN_IN_PROVIDERS) private readonly providers: readonly SignInProvider[],
    @Inject(HAS_PASSWORDS) private readonly hasPasswords: boolean,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    @Inject(EXAMPLE_DATA_STATE) private readonly examples: ExampleDataState,
  ) {}

  async show({ name, next, failure, find = '' }: SignInForm, t: Translate): Promise<Answer> {
    const published = await this.specifications.all();
    const all = await this.exampleSignIn.listPeople();
    const words = foldText(find).split(/\s+/);
    const demo = all.filter(({ name: called }) => words.every((word) => foldText(called).includes(word)));
    const introduction = presentExampleTour(this.examples.tour, all, published, t);
    const loading = this.examples.loading();
    const headers = {
      // The form is empty, so a reload loses no input.
      ...(loading !== undefined && all.length === 0 && { Refresh: RELOAD_AFTER_SECONDS }),
      ...(failure && createRetryAfterHeader(failure)),
    };
    const props = {
      name,
      next,
      hasPasswords: this.hasPasswords,
      providers: this.providers.map(({ key, title }) => ({ title, href: providerSignInHref(key, next) })),
      ...(loading !== undefined && { loading: percentOf(loading) }),
      ...(introduction && { introduction }),
      errors:
        failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [],
      ...(all.length > MOST_SHOWN && { demoSearch: { find, count: demo.length } }),
      demo: demo.slice(0, MOST_SHOWN).map((person: SignedInPerson) => ({
        id: person.id,
        name: person.name,
        roles: describeRoles(person, published, t),
      })),
    };
    return page(SignInPage, props, { title: t('signIn.title') }, { status: failure?.status, headers });
  }
}
