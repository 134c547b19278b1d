// Deputyships may be ended by either person or an admin.
import { Body, Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { CommandContext } from '#domain/command.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { isRecordId } from '#domain/stream-names.js';
import { CommandSender } from '../authorization/command-sender.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { Form } from '../http/request-body.js';
import { ApiCommandContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { deriveRecordId } from '../json/version-headers.js';
import { CreateDelegationBody, EndDelegationBody } from './delegation-bodies.js';
import { goTo, json, page, type Answer } from '../rendering/answers.js';
import {
  CURSOR_QUERY,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  QueryAs,
  CurrentTranslations,
  type CursorParameters,
  type Translations,
} from '../requests/parameter-decorators.js';
import { DeputiesPage } from '#views/pages/deputies.js';
import { DismissDeputy, AppointDeputy } from '#domain/user/user-commands.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import {
  QUERY_DEPENDENCIES,
  type ListedPerson,
  type QueryDependencies,
} from '#query-handling/query-dependencies.js';
import { findChoices, findMatchingPeople, type ChoiceList } from '#query-handling/lists/choices.js';
import { ListPossibleDeputies } from '#query-handling/people/possible-deputies.js';
import { FindDeputies, ListDelegations } from '#query-handling/people/delegations.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import { Workload } from '../rendering/response-workload.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import {
  readChoiceSearches,
  isSearching,
  NO_SEARCHES,
  searchErrors,
  getUnansweredSearchStatus,
  type ChoiceSearches,
} from '../http/posted-choice-searches.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toDelegationJson, presentDeputies, readDelegationScope } from './delegations-page.js';
import { DEPUTIES_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';

@Workload('page')
@Controller()
export class DeputiesController {
  constructor(
    private readonly queries: QueryBus,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: CommandSender,
  ) {}

  @Get(DEPUTIES_PATH)
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @QueryAs(CURSOR_QUERY) { after }: CursorParameters,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ viewer, after, t });
  }

  @Post(DEPUTIES_PATH)
  async name(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @QueryAs(CURSOR_QUERY) { after }: CursorParameters,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { deputy = '', scope = '', from = '', until = '' } = form;
    const typed = { deputy, scope, from, until };
    const searches = readChoiceSearches(form);
    const list = { viewer, after, t };
    if (isSearching(searches)) return this.page(list, { searches, typed });
    try {
      const sent = { deputy, ...readDelegationScope(scope), from, until };
      const written = await this.commands.send(naming(viewer, sent, context));
      return goTo(DEPUTIES_PATH, { notice: t('deputies.named'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      return this.page(list, { failure, searches, typed });
    }
  }

  @Post(`${DEPUTIES_PATH}/:id/end`)
  async end(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { person }: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.commands.send(ending({ id, person: person ?? viewer.id }, context));
    return goTo(DEPUTIES_PATH, { notice: t('deputies.isEnded'), written });
  }

  @Get(`/api${DEPUTIES_PATH}`)
  @UseGuards(PositionGuard)
  async list(@CurrentViewer() viewer: SignedInPerson): Promise<Answer> {
    const [{ named, forWhom }, applications] = await Promise.all([
      this.queries.execute(new FindDeputies(viewer.id)),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const toJson = (each: DeputyDocument) => toDelegationJson(each, { applications, viewer });
    return json({ named: named.map(toJson), standsInFor: forWhom.map(toJson) });
  }

  @Post(`/api${DEPUTIES_PATH}`)
  async nameByApi(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(new JsonBodyPipe(CreateDelegationBody)) sent: z.output<typeof CreateDelegationBody>,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const { application = null, role = null, ...rest } = sent;
    const command = naming(viewer, { ...rest, application, role }, context);
    const written = await this.commands.send(command);
    return writtenAnswer({ status: 201, id: command.data.deputation, written });
  }

  @Post(`/api${DEPUTIES_PATH}/:id/end`)
  async endByApi(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(new JsonBodyPipe(EndDelegationBody, {}))
    { for: person = viewer.id }: z.output<typeof EndDelegationBody>,
    @ApiCommandContext() context: CommandContext,
  ): Promise<Answer> {
    const written = await this.commands.send(ending({ id, person }, context));
    return writtenAnswer({ status: 200, id, written });
  }

  private async page(
    { viewer, after, t }: DeputiesRequest,
    posted: PostedDeputy = NOTHING_POSTED,
  ): Promise<Answer> {
    const [own, all, colleagues, applications] = await Promise.all([
      this.queries.execute(new FindDeputies(viewer.id)),
      viewer.admin ? this.queries.execute(new ListDelegations(viewer, after)) : undefined,
      this.queries.execute(new ListPossibleDeputies(viewer)),
      this.queries.execute(new FindPublishedApplications()),
    ]);
    const now = this.sources.now();
    const people = await choicesAmong(colleagues, posted);
    const { typed } = posted;
    const props = presentDeputies({ own, all, people, applications, viewer, now, typed, t });
    const name = props.name && { name: { ...props.name, errors: errorsOf(posted, t) } };
    const status = posted.failure ? posted.failure.status : getUnansweredSearchStatus(posted.searches);
    return page(DeputiesPage, { ...props, ...name }, { title: t('frame.deputies') }, { status });
  }
}

interface DeputiesRequest extends CursorParameters {
  readonly viewer: SignedInPerson;
  readonly t: Translate;
}

type SentDeputy = Omit<AppointDeputy['data'], 'id' | 'deputation' | 'context'>;

const naming = ({ id }: SignedInPerson, sent: SentDeputy, context: CommandContext): AppointDeputy =>
  new AppointDeputy({ id, deputation: deriveRecordId(context.commandId), ...sent, context });

/** `person`: the principal. Throws `Refused` NOT_FOUND for invalid ids. */
function ending(
  { id: deputation, person }: { readonly id: string; readonly person: string },
  context: CommandContext,
): DismissDeputy {
  if (!isRecordId(deputation) || !isRecordId(person)) throw createBuiltInRefusal('NOT_FOUND');
  return new DismissDeputy({ id: person, deputation, context });
}

interface PostedDeputy {
  readonly failure?: RequestFailure;
  readonly searches: ChoiceSearches;
  readonly typed?: Readonly<Record<'deputy' | 'scope' | 'from' | 'until', string>>;
}

const NOTHING_POSTED: PostedDeputy = { searches: NO_SEARCHES };

function errorsOf({ failure, searches }: PostedDeputy, t: Translate) {
  const unanswered = searchErrors(searches, 'deputy', t);
  return {
    ...groupErrorsByField(failure?.reasons ?? [], 'deputy'),
    ...(unanswered.length > 0 && { deputy: unanswered }),
  };
}

async function choicesAmong(
  colleagues: readonly ListedPerson[],
  { searches, typed }: PostedDeputy,
): Promise<ChoiceList> {
  const chosen = colleagues.filter(({ id }) => id === typed?.deputy);
  return findChoices(findMatchingPeople(colleagues), {
    text: searches.texts.get('deputy') ?? '',
    chosen: chosen.map(({ id, name }) => ({ value: id, title: name })),
    current: isSearching(searches),
  });
}
