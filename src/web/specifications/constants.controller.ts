import { createPhrase } from '#specification/refusal-words/phrases.js';
import { Body, Controller, Get, Headers, Inject, Post, UseGuards } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { removeLineBreaks } from '#specification/field-types/text.js';
import { ConstantsPage } from '#views/pages/constants.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor } from '#domain/permissions.js';
import { ChangeConstants } from '#domain/specification/specification-commands.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Workload, type WorkloadOfRequest } from '../rendering/response-workload.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readJson } from '../json/record-bodies.js';
import { constantsBody, toConstantsJson } from './constants-json.js';
import { MakeApiCommandContext } from '../json/json-body.pipe.js';
import type { CommandContext } from '#domain/command.js';
import { entityTag, IF_MATCH, parseIfMatch } from '../json/version-headers.js';
import { POSITION_HEADER } from '../json/position-header.js';
import { PositionGuard } from '../json/position.guard.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import {
  CurrentViewer,
  QueryParameters,
  ReadFormLater,
  CurrentTranslations,
  type FormReader,
  type Translations,
} from '../requests/parameter-decorators.js';
import { readTextInput } from '../http/request-body.js';
import {
  findVersionOnDay,
  listChangeableConstants,
  presentConstants,
  type ConstantsOnDay,
  type PostedConstants,
} from './constants-page.js';
import { goTo, json, page, type Answer } from '../rendering/answers.js';
import { parseDay } from '../addresses/filter-values.js';
import { constantsHref } from '../addresses/page-addresses.js';
import { CommandSender } from '../authorization/command-sender.js';
import type { Translate } from '#views/messages/translate.js';

/** The newest version is in memory; others may have to be parsed. */
const getWorkloadOfDay: WorkloadOfRequest = ({ query }) => (query.has('at') ? 'whole' : 'page');

@Workload('page')
@Controller()
export class ConstantsController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
  ) {}

  // First: an application may be called `specification`.
  @Get('/api/:application/constants')
  @UseGuards(PositionGuard)
  @Workload(getWorkloadOfDay)
  async list(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const past = await this.findRequestedDay(published, query, words.in(published.specification));
    const document = await this.sources.specifications.document(published.specification.key);
    const actor = toActor(published.specification, viewer);
    const changes = document?.constants ?? [];
    return json(
      toConstantsJson(past?.published ?? published, {
        actor,
        now: this.sources.now(),
        day: past?.day,
        changes,
      }),
      { headers: { ETag: entityTag(published.changes ?? 0) } },
    );
  }

  @Post('/api/:application/constants')
  async changeByApi(
    @RequestedApplication() { specification: { key } }: PublishedVersion,
    @Body() body: unknown,
    @Headers(IF_MATCH) ifMatch: string | undefined,
    @MakeApiCommandContext() makeContext: () => CommandContext,
  ): Promise<Answer> {
    // Parsed after the lookup, so that inaccessible applications always yield 404.
    const { values, from, reason = '' } = readJson(body, constantsBody);
    const changes = values.map(({ constant, key: of = null, value }) => ({ constant, key: of, text: value }));
    const knownChanges = ifMatch === undefined ? undefined : parseIfMatch(ifMatch);
    const context = makeContext();
    const written = await this.commands.send(
      new ChangeConstants({
        application: key,
        values: changes,
        from,
        reason,
        ...(knownChanges !== undefined && { knownChanges }),
        context,
      }),
    );
    return json({ already: written.already }, { written, headers: { [POSITION_HEADER]: written.position } });
  }

  @Get('/:application/specification/constants')
  @Workload(getWorkloadOfDay)
  async show(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @QueryParameters() query: URLSearchParams,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const t = words.in(published.specification);
    const past = await this.findRequestedDay(published, query, t);
    return this.page(published, { viewer, t, past });
  }

  /** Later versions may say something else of the day. undefined: none was requested. */
  private async findRequestedDay(
    current: PublishedVersion,
    query: URLSearchParams,
    t: Translate,
  ): Promise<ConstantsOnDay | undefined> {
    const text = query.get('at') ?? '';
    if (text === '') return undefined;
    const day = parseDay(text);
    if (day === undefined)
      throw createBuiltInRefusal('BAD_REQUEST', { why: t('constants.noDay', { text: text.slice(0, 60) }) });
    const { key, timeZone } = current.specification;
    const { versions = [] } = (await this.sources.specifications.document(key)) ?? {};
    const { version, isBeforeFirst } = findVersionOnDay(versions, day, timeZone);
    const published =
      version === current.version ? current : await this.sources.specifications.at(key, version);
    if (!published) throw createBuiltInRefusal('NOT_FOUND');
    return { day, published, isBeforeFirst };
  }

  /** Sends edited inputs only: values may differ on the chosen day. */
  @Post('/:application/specification/constants')
  async change(
    @RequestedApplication() published: PublishedVersion,
    @CurrentViewer() viewer: SignedInPerson,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() words: Translations,
  ): Promise<Answer> {
    const { key } = published.specification;
    const t = words.in(published.specification);
    const { form, context } = readForm();
    const actor = toActor(published.specification, viewer);
    const changeable = listChangeableConstants({ ...published, actor, now: this.sources.now() });
    if (changeable.length === 0)
      throw createBuiltInRefusal('NOT_PERMITTED', {
        what: createPhrase('to.change-constants'),
        who: createPhrase('who.others'),
      });
    const values = changeable
      .filter(
        ({ name, text }) =>
          form[name] !== undefined && removeLineBreaks(readTextInput(form, name)).trim() !== text,
      )
      .map(({ name, constant, key: of }) => ({ constant, key: of, text: readTextInput(form, name) }));
    const knownChanges = form['seen'] === versionTag(published) ? (published.changes ?? 0) : -1;
    const [from, reason] = [readTextInput(form, 'from'), readTextInput(form, 'reason')];
    try {
      if (values.length === 0 && knownChanges >= 0) throw createBuiltInRefusal('NOTHING_CHANGED');
      const written = await this.commands.send(
        new ChangeConstants({ application: key, values, from, reason, knownChanges, context }),
      );
      return goTo(constantsHref(key), { notice: t('constants.changed'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'not found') throw error;
      return this.page(published, { viewer, t }, { form, reasons: failure.reasons }, failure.status);
    }
  }

  private async page(
    published: PublishedVersion,
    {
      viewer,
      t,
      past,
    }: { readonly viewer: SignedInPerson; readonly t: Translate; readonly past?: ConstantsOnDay | undefined },
    typedIn?: PostedConstants,
    status?: number,
  ): Promise<Answer> {
    const { specification } = published;
    const { constants = [] } = (await this.sources.specifications.document(specification.key)) ?? {};
    const people = await this.sources.names.of(constants.map(({ by }) => by));
    const props = presentConstants({
      specification,
      past,
      document: { constants },
      now: this.sources.now(),
      t,
      actor: toActor(specification, viewer),
      names: { people, records: new Map() },
      hidden: { commandId: uuid(), seen: versionTag(published) },
      ...(typedIn && { typed: typedIn }),
    });
    const content = { title: t('constants.title'), application: published };
    return page(ConstantsPage, props, content, { status });
  }
}

const versionTag = ({ version, changes = 0 }: PublishedVersion): string => `${version}-${changes}`;
