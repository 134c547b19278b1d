// /-/deputies and /api/-/deputies: who stands in for whom; named by the person, ended by either of the two or an admin.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { DeputiesPage } from '#views/pages/deputies.js';
import { DismissDeputy, NameDeputy } from '#domain/user/user-commands.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import { SOURCES, type ListedPerson, type Sources } from '#query-handling/query-dependencies.js';
import { choiceList, peopleMatching, type ChoiceList } from '#query-handling/lists/choices.js';
import { possibleDeputies } from '#query-handling/people/possible-deputies.js';
import { deputiesOf, listDeputies } from '#query-handling/people/delegations.js';
import { publishedByKey } from '#query-handling/timeline/list-timeline.js';
import { Answers } from '../rendering/answer-kind.js';
import { readQuery, isId } from '../addresses/page-addresses.js';
import { seeOther } from '../http/cookies.js';
import { sendJson, sendWritten } from '../json/record-answers.js';
import { deputyBody, endBody, type SentDeputy } from './deputy-bodies.js';
import { commandIdIn, recordIdOf } from '../json/version-headers.js';
import { waitForPosition } from '../json/position-header.js';
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
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm } from '../http/request-body.js';
import { PageLayouts, layoutWithWarnings } from '../layout/page-layout.js';
import { deputyJson, presentDeputies, scopeIn } from './deputies-page.js';
import { sendPage } from '../rendering/page-rendering.js';
import { DEPUTIES } from '#views/addresses.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';
import type { Translate } from '#views/messages/translate.js';

@Answers('page')
@Controller()
export class DeputiesController {
  constructor(
    @Inject(SOURCES) private readonly sources: Sources,
    private readonly frames: PageLayouts,
    private readonly commands: Commands,
  ) {}

  @Get(DEPUTIES)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response);
  }

  @Post(DEPUTIES)
  async name(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const { deputy = '', scope = '', from = '', until = '', commandId } = form;
    const typed = { deputy, scope, from, until };
    const searches = choiceSearchesOf(form);
    if (isSearching(searches)) return this.page(request, response, { searches, typed });
    try {
      const sent = { deputy, ...scopeIn(scope), from, until };
      const written = await this.commands.send(this.naming(request, sent, commandId));
      seeOther(response, DEPUTIES, { notice: translateFor(request)('deputies.named'), written });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      await this.page(request, response, { failure, searches, typed });
    }
  }

  @Post(`${DEPUTIES}/:id/end`)
  async end(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { person, commandId } = readForm(request);
    const written = await this.commands.send(this.ending(request, { id, person }, commandId));
    seeOther(response, DEPUTIES, { notice: translateFor(request)('deputies.isEnded'), written });
  }

  @Get(`/api${DEPUTIES}`)
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    await waitForPosition(request, this.sources.readModels);
    const [{ named, forWhom }, applications] = await Promise.all([
      deputiesOf(this.sources, viewer.id),
      publishedByKey(this.sources),
    ]);
    const json = (each: DeputyDocument) => deputyJson(each, { applications, viewer });
    await sendJson(response, { named: named.map(json), standsInFor: forWhom.map(json) });
  }

  @Post(`/api${DEPUTIES}`)
  async nameByApi(@Req() request: Request, @Res() response: Response): Promise<void> {
    const command = this.naming(request, deputyBody(request.body), commandIdIn(request));
    const written = await this.commands.send(command);
    await sendWritten(response, { status: 201, id: command.data.deputation, written });
  }

  @Post(`/api${DEPUTIES}/:id/end`)
  async endByApi(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { for: person } = endBody(request.body);
    const written = await this.commands.send(this.ending(request, { id, person }, commandIdIn(request)));
    await sendWritten(response, { status: 200, id, written });
  }

  private naming(request: Request, sent: SentDeputy, commandId: unknown): NameDeputy {
    const { id } = requireViewer(request);
    const context = createCommandContext(request, commandId);
    return new NameDeputy({ id, deputation: recordIdOf(context.commandId), ...sent, context });
  }

  /** `person`: whose deputy it is, where that is not whoever asks. */
  private ending(
    request: Request,
    {
      id: deputation,
      person = requireViewer(request).id,
    }: { readonly id: string; readonly person?: string | undefined },
    commandId: unknown,
  ): DismissDeputy {
    if (!isId(deputation) || !isId(person)) throw builtInRefusal('NOT_FOUND');
    return new DismissDeputy({ id: person, deputation, context: createCommandContext(request, commandId) });
  }

  private async page(
    request: Request,
    response: Response,
    posted: PostedDeputy = NOTHING_POSTED,
  ): Promise<void> {
    const viewer = requireViewer(request);
    const cursor = readQuery(request).get('after') || undefined;
    const [own, all, colleagues, applications] = await Promise.all([
      deputiesOf(this.sources, viewer.id),
      viewer.admin ? listDeputies(this.sources, viewer, cursor) : undefined,
      possibleDeputies(this.sources, viewer),
      publishedByKey(this.sources),
    ]);
    const now = this.sources.now();
    const people = await choicesAmong(colleagues, posted);
    const shown = presentDeputies({
      own,
      all,
      people,
      applications,
      viewer,
      now,
      typed: posted.typed,
      t: translateFor(request),
    });
    const frame = await layoutWithWarnings(this.frames, request, {
      title: translateFor(request)('frame.deputies'),
    });
    const page = {
      frame,
      ...shown,
      ...(shown.name && { name: { ...shown.name, errors: errorsOf(posted, translateFor(request)) } }),
    };
    const status = posted.failure ? posted.failure.status : searchStatus(posted.searches);
    await sendPage(response, createElement(DeputiesPage, page), status);
  }
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
  return choiceList(peopleMatching(colleagues), {
    text: searches.texts.get('deputy') ?? '',
    chosen: chosen.map(({ id, name }) => ({ value: id, title: name })),
    current: isSearching(searches),
  });
}
