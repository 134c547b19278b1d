// A table of roles is saved only as it was tried.
import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { CommandContext } from '#domain/command.js';
import { createInvalidEntryRefusal } from '#domain/create-reason.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { ChangeProviderRoles } from '#domain/user/provider-roles-commands.js';
import type { ProviderRolesRow } from '#domain/user/provider-roles-events.js';
import { ProviderRoles, type TriedRoles } from '#identity/providers/provider-roles.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { SPECIFICATIONS, type PublishedVersion, type SpecificationVersions } from '#ports/specifications.js';
import { ListPeople } from '#query-handling/people/list-people.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { PROVIDER_ROLES_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { ProviderRolesPage } from '#views/pages/provider-roles.js';
import type { ProviderRolesPage as Props } from '#views/view-models/provider-roles.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { INSTALLATION_ROLE_TITLES, listRoleTitles } from '../layout/role-titles.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentTranslations,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';

const BLANK_ROWS = 5;
const MAX_ROWS = 505;
const NOTHING_TRIED: Props['tryOn'] = { person: '', provider: '', groups: '' };

interface ShownTable {
  readonly rows: readonly ProviderRolesRow[];
  readonly base: number;
  readonly tryOn: Props['tryOn'];
  readonly tried?: Props['tried'];
}

@Workload('page')
@ForAdmins('to.give-roles')
@Controller(PROVIDER_ROLES_PATH)
export class ProviderRolesController {
  constructor(
    private readonly roles: ProviderRoles,
    private readonly commands: CommandSender,
    private readonly queries: QueryBus,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  @Get()
  async show(@CurrentTranslations() { t }: Translations): Promise<Answer> {
    const { rows, version } = await this.roles.read();
    return this.page({ rows, base: version, tryOn: NOTHING_TRIED }, t);
  }

  @Post('try')
  async try(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const rows = readRows(form);
    const [person, groups] = [readTextInput(form, 'person'), form['groups'] ?? ''];
    const tryOn = { person, provider: form['provider'] ?? '', groups };
    const seal = await this.roles.sealTried(viewer.id, rows);
    const tried = { seal, ...(await this.findResults(viewer, { rows, tryOn, t })) };
    return this.page({ rows, base: Number(form['base'] ?? 0), tryOn, tried }, t);
  }

  @Post()
  async save(
    @CurrentViewer() { id }: SignedInPerson,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const rows = readRows(form);
    if (!(await this.roles.isTried(form['tried'] ?? '', id, rows)))
      throw createInvalidEntryRefusal('rows', createPhrase('entry.provider-roles-untried'));
    const written = await this.commands.send(
      new ChangeProviderRoles({ rows, base: Number(form['base'] ?? 0), context }),
    );
    return goTo(PROVIDER_ROLES_PATH, { notice: t('providerRoles.saved'), written });
  }

  private async findResults(
    viewer: SignedInPerson,
    { rows, tryOn, t }: { rows: readonly ProviderRolesRow[]; tryOn: Props['tryOn']; t: Translate },
  ): Promise<Omit<NonNullable<Props['tried']>, 'seal'>> {
    const published = await this.specifications.all();
    const groups = tryOn.groups.split(/\r?\n/).flatMap((line) => line.trim() || []);
    const provider = this.roles.providers.find(({ key }) => key === tryOn.provider);
    const typed = provider && groups.length > 0 ? [this.roles.tryOnGroups(provider, groups, rows)] : [];
    const ofGroups = typed.map((each) => presentTried(each.provider.title, each, { published, t }));
    if (tryOn.person === '') return { results: ofGroups };
    const found = await this.queries.execute(
      new ListPeople(viewer, { search: tryOn.person, page: 1, limit: 2 }),
    );
    const [person] = found.people;
    if (!person || found.people.length > 1)
      return { results: ofGroups, note: t(person ? 'providerRoles.several' : 'providerRoles.nobody') };
    const name = String(person.name);
    const tried = await this.roles.tryOnPerson(person.id, rows);
    const ofPerson = tried.map((each) =>
      presentTried(`${name}, ${each.provider.title}`, each, { published, t }),
    );
    const note = tried.length === 0 ? { note: t('providerRoles.notLinked', { name }) } : {};
    return { results: [...ofPerson, ...ofGroups], ...note };
  }

  private async page({ rows, base, tryOn, tried }: ShownTable, t: Translate): Promise<Answer> {
    const blank = { provider: this.roles.providers[0]?.key ?? '', group: '', role: '' };
    const shown = rows.map(({ provider, group, application, role }) => ({
      provider,
      group,
      role: `${application} ${role}`,
    }));
    const props = {
      action: PROVIDER_ROLES_PATH,
      tryAction: `${PROVIDER_ROLES_PATH}/try`,
      commandId: uuid(),
      base,
      rows: [...shown, ...Array.from({ length: BLANK_ROWS }, () => blank)],
      providers: this.roles.providers.map(({ key, title }) => ({ value: key, title })),
      roles: listChoices(await this.specifications.all(), t),
      tryOn,
      ...(tried && { tried }),
    };
    return page(ProviderRolesPage, props, { title: t('providerRoles.title') });
  }
}

/** Rows without a group are left out. */
function readRows(form: Form): readonly ProviderRolesRow[] {
  return Array.from({ length: MAX_ROWS }, (_, index) => {
    const [application = '', role = ''] = (form[`row.${index}.role`] ?? '').split(' ');
    const group = readTextInput(form, `row.${index}.group`).trim();
    return { provider: form[`row.${index}.provider`] ?? '', group, application, role };
  }).filter(({ group }) => group !== '');
}

interface Wording {
  readonly published: readonly PublishedVersion[];
  readonly t: Translate;
}

function presentTried(about: string, { groups, added, taken }: TriedRoles, { published, t }: Wording) {
  const titles = (roles: TriedRoles['added']) =>
    roles.flatMap(({ application, role }) =>
      listRoleTitles(
        { [application]: [role] },
        (key) => published.find(({ specification }) => specification.key === key)?.specification,
        t,
      ),
    );
  return {
    about,
    groups: describeGroups(groups, t),
    added: titles(added),
    taken: titles(taken),
  };
}

function describeGroups(groups: TriedRoles['groups'], t: Translate): string {
  if (groups === undefined) return t('providerRoles.groupsUnknown');
  const listed = groups.length === 0 ? t('providerRoles.noGroups') : groups.join(', ');
  return t('providerRoles.withGroups', { groups: listed });
}

function listChoices(published: readonly PublishedVersion[], t: Translate): Props['roles'] {
  const ofApplications = published.flatMap(({ specification }) =>
    Object.values(specification.roles)
      .filter(({ everyone }) => !everyone)
      .map(({ key, title }) => ({
        value: `${specification.key} ${key}`,
        title: `${title} (${specification.name})`,
      })),
  );
  const ofInstallation = INSTALLATION_ROLE_TITLES.map(({ key, title }) => ({
    value: `${INSTALLATION} ${key}`,
    title: t(title),
  }));
  return [...ofApplications, ...ofInstallation];
}
