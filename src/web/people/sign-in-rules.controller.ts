import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { SignInRulesPage } from '#views/pages/sign-in-rules.js';
import { SIGN_IN_RULES_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import type { CommandContext } from '#domain/command.js';
import { ChooseSignInRules } from '#domain/sign-in-rules/sign-in-rules-commands.js';
import type { SignInRules } from '#domain/sign-in-rules/sign-in-rules-events.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { CurrentSignInRules } from '#identity/current-sign-in-rules.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';

@Workload('page')
@ForAdmins('to.choose-sign-in-rules')
@Controller(SIGN_IN_RULES_PATH)
export class SignInRulesController {
  constructor(
    private readonly rules: CurrentSignInRules,
    private readonly commands: CommandSender,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  @Get()
  async show(@CurrentTranslations() { t }: Translations): Promise<Answer> {
    return this.page(await this.rules.read(), t);
  }

  /** Inputs `role.<application>.<role>`, as on a person's page. */
  @Post()
  async choose(
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const chosen = readRules(form);
    try {
      const written = await this.commands.send(new ChooseSignInRules({ ...chosen, context }));
      return goTo(SIGN_IN_RULES_PATH, { notice: t('signInRules.saved'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.kind !== 'not understood') throw error;
      return this.page(chosen, t, failure);
    }
  }

  private async page(rules: SignInRules, t: Translate, failure?: RequestFailure): Promise<Answer> {
    const published = await this.specifications.all();
    const props = {
      commandId: uuid(),
      rules,
      errors: groupErrorsByField(failure?.reasons ?? [], 'secondFactor'),
      groups: [
        {
          name: t('people.installation'),
          roles: ['admin', 'auditor'].map((role) => ({
            key: `${INSTALLATION}.${role}`,
            title: t(role === 'admin' ? 'people.admin' : 'people.auditor'),
          })),
        },
        ...published.map(({ specification }) => ({
          name: specification.name,
          roles: Object.values(specification.roles)
            .filter(({ everyone }) => !everyone)
            .map(({ key, title }) => ({ key: `${specification.key}.${key}`, title })),
        })),
      ],
    };
    return page(SignInRulesPage, props, { title: t('signInRules.title') }, { status: failure?.status });
  }
}

const CHOICES: readonly string[] = [
  'nobody',
  'admins',
  'roles',
  'all',
] satisfies readonly SignInRules['secondFactor'][];
const ROLE_INPUT = /^role\.(.+)$/;

function readRules(form: Form): SignInRules {
  const { secondFactor = '', atProviders, rememberDays, adminMinutes, otherMinutes } = form;
  const roles = Object.entries(form).flatMap(([name, value]) =>
    value === 'true' ? (ROLE_INPUT.exec(name)?.slice(1, 2) ?? []) : [],
  );
  return {
    secondFactor: CHOICES.includes(secondFactor) ? (secondFactor as SignInRules['secondFactor']) : 'nobody',
    roles,
    ...(atProviders === 'true' && { atProviders: true }),
    rememberDays: readWholeNumber(rememberDays),
    inactivity: { admins: readWholeNumber(adminMinutes), others: readWholeNumber(otherMinutes) },
  };
}

/** -1, which no rule permits, where it is none. */
const readWholeNumber = (text = ''): number => (/^\s*\d{1,6}\s*$/.test(text) ? Number(text) : -1);
