// /-/deputies and /api/-/deputies: who stands in for whom; named by the person, ended by either of the two or an admin.
import { Body, Controller, Get, Inject, Param, Post, UseGuards } from '@nestjs/common';
import type { z } from 'zod';
import type { CommandContext } from '#domain/command.js';
import type { SignedIn } from '#identity/signed-in.js';
import { isId } from '../addresses/page-addresses.js';
import { Commands } from '../authorization/commands.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { Form } from '../http/request-body.js';
import { ApiContext, JsonBodyPipe } from '../json/json-body.pipe.js';
import { PositionGuard } from '../json/position.guard.js';
import { writtenAnswer } from '../json/record-answers.js';
import { recordIdOf } from '../json/version-headers.js';
import { DEPUTY, EndDelegationBody } from './deputy-bodies.js';
import { goTo, json, page, type Answer } from '../rendering/answers.js';
import {
  AFTER_QUERY,
  CurrentViewer,
  FormContext,
  FormPipe,
  QueryAs,
  Words,
  type AfterQuery,
  type Translations,
} from '../requests/request-parameters.js';
import { DeputiesPage } from '#views/pages/deputies.js';
import { DismissDeputy, NameDeputy } from '#domain/user/user-commands.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import {
  QUERY_DEPENDENCIES,
  type ListedPerson,
  type QueryDependencies,
} from '#query-handling/query-dependencies.js';
import { findChoices, findMatchingPeople, type ChoiceList } from '#query-handling/lists/choices.js';
import { listPossibleDeputies } from '#query-handling/people/possible-deputies.js';
import { findDeputies, listDeputies } from '#query-handling/people/delegations.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { builtInRefusal } from '../built-in-refusal.js';
import {
  choiceSearchesOf,
  isSearching,
  NO_SEARCHES,
  searchErrors,
  searchStatus,
  type ChoiceSearches,
} from '../http/choice-searches.js';
import { errorsByField } from '../errors/errors-by-field.js';
import { deputyJson, presentDeputies, scopeIn } from './deputies-page.js';
import { DEPUTIES } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';

@Answers('page')
@Controller()
export class DeputiesController {
  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: Commands,
  ) {}

  @Get(DEPUTIES)
  async show(
    @CurrentViewer() viewer: SignedIn,
    @QueryAs(AFTER_QUERY) { after }: AfterQuery,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ viewer, after, t });
  }

  @Post(DEPUTIES)
  async name(
    @CurrentViewer() viewer: SignedIn,
    @Body(FormPipe) form: Form,
    @QueryAs(AFTER_QUERY) { after }: AfterQuery,
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const { deputy = '', scope = '', from = '', until = '' } = form;
    const typed = { deputy, scope, from, until };
    const searches = choiceSearchesOf(form);
    const asked = { viewer, after, t };
    if (isSearching(searches)) return this.page(asked, { searches, typed });
    try {
      const sent = { deputy, ...scopeIn(scope), from, until };
      const written = await this.commands.send(naming(viewer, sent, context));
      return goTo(DEPUTIES, { notice: t('deputies.named'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      return this.page(asked, { failure, searches, typed });
    }
  }

  @Post(`${DEPUTIES}/:id/end`)
  async end(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedIn,
    @Body(FormPipe) { person }: Form,
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.commands.send(ending({ id, person: person ?? viewer.id }, context));
    return goTo(DEPUTIES, { notice: t('deputies.isEnded'), written });
  }

  @Get(`/api${DEPUTIES}`)
  @UseGuards(PositionGuard)
  async list(@CurrentViewer() viewer: SignedIn): Promise<Answer> {
    const [{ named, forWhom }, applications] = await Promise.all([
      findDeputies(this.sources, viewer.id),
      findPublishedByKey(this.sources),
    ]);
    const toJson = (each: DeputyDocument) => deputyJson(each, { applications, viewer });
    return json({ named: named.map(toJson), standsInFor: forWhom.map(toJson) });
  }

  @Post(`/api${DEPUTIES}`)
  async nameByApi(
    @CurrentViewer() viewer: SignedIn,
    @Body(new JsonBodyPipe(DEPUTY)) sent: z.output<typeof DEPUTY>,
    @ApiContext() context: CommandContext,
  ): Promise<Answer> {
    const { application = null, role = null, ...rest } = sent;
    const command = naming(viewer, { ...rest, application, role }, context);
    const written = await this.commands.send(command);
    return writtenAnswer({ status: 201, id: command.data.deputation, written });
  }

  @Post(`/api${DEPUTIES}/:id/end`)
  async endByApi(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedIn,
    @Body(new JsonBodyPipe(EndDelegationBody, {}))
    { for: person = viewer.id }: z.output<typeof EndDelegationBody>,
    @ApiContext() context: CommandContext,
  ): Promise<Answer> {
    const written = await this.commands.send(ending({ id, person }, context));
    return writtenAnswer({ status: 200, id, written });
  }

  private async page(
    { viewer, after, t }: DeputiesRequest,
    posted: PostedDeputy = NOTHING_POSTED,
  ): Promise<Answer> {
    const [own, all, colleagues, applications] = await Promise.all([
      findDeputies(this.sources, viewer.id),
      viewer.admin ? listDeputies(this.sources, viewer, after) : undefined,
      listPossibleDeputies(this.sources, viewer),
      findPublishedByKey(this.sources),
    ]);
    const now = this.sources.now();
    const people = await choicesAmong(colleagues, posted);
    const { typed } = posted;
    const props = presentDeputies({ own, all, people, applications, viewer, now, typed, t });
    const name = props.name && { name: { ...props.name, errors: errorsOf(posted, t) } };
    const status = posted.failure ? posted.failure.status : searchStatus(posted.searches);
    return page(DeputiesPage, { ...props, ...name }, { title: t('frame.deputies') }, status);
  }
}

interface DeputiesRequest extends AfterQuery {
  readonly viewer: SignedIn;
  readonly t: Translate;
}

type SentDeputy = Omit<NameDeputy['data'], 'id' | 'deputation' | 'context'>;

const naming = ({ id }: SignedIn, sent: SentDeputy, context: CommandContext): NameDeputy =>
  new NameDeputy({ id, deputation: recordIdOf(context.commandId), ...sent, context });

/** `person`: whose deputy it is. Throws `Refused` NOT_FOUND for what is no id. */
function ending(
  { id: deputation, person }: { readonly id: string; readonly person: string },
  context: CommandContext,
): DismissDeputy {
  if (!isId(deputation) || !isId(person)) throw builtInRefusal('NOT_FOUND');
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
    ...errorsByField(failure?.reasons ?? [], 'deputy'),
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
