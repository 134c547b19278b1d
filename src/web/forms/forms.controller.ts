// GET …/new, …/edit, …/actions/<action>: forms; POST to the same addresses: their commands.
import { Controller, Get, Inject, Next, Post, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { v7 as uuid } from 'uuid';
import { SPECIFICATIONS, type Specifications } from '#command-handling/ports.js';
import type { Written } from '#domain/command.js';
import { ChangeRecord, OpenRecord, TakeAction, type Input } from '#domain/record/record-commands.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { seeOther } from '../after-write.js';
import { recordRequest, type RecordRequest } from '../record-request.js';
import { refused } from '../built-in.js';
import { Commands, contextOf } from '../commands.js';
import { failureOf } from '../failure.js';
import { formOf } from '../form.js';
import { readable } from '../readable.js';
import { isId, recordHref } from '../routes.js';
import { FormPages } from './form-pages.js';
import type { FormKind } from './form-kind.js';
import { actionForm, actionOf, editForm, openForm } from './forms.js';
import { HIDDEN, fieldsIn, settled, formMetadataOf, type FormMetadata } from './form-metadata.js';
import { typedInput } from './typed-input.js';

const KINDS = ['form', 'edit', 'action'] as const;
type Kind = (typeof KINDS)[number];
type AskedForm = RecordRequest & { readonly route: { readonly kind: Kind } };

/** What was posted, sorted. */
interface Sent {
  readonly id: string;
  readonly input: Input;
  readonly metadata: FormMetadata;
}

@Controller()
export class FormsController {
  constructor(
    private readonly commands: Commands,
    private readonly pages: FormPages,
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
    @Inject(SOURCES) private readonly sources: Sources,
  ) {}

  @Get('/:application/*path')
  async ask(@Req() request: Request, @Res() response: Response, @Next() next: NextFunction): Promise<void> {
    const asked = await recordRequest(request, this.specifications);
    if (!asked || !isForm(asked)) return next();
    const kind = await this.kindOf(asked);
    await this.pages.show(request, response, { asked, kind });
  }

  @Post('/:application/*path')
  async submit(
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const asked = await recordRequest(request, this.specifications);
    if (!asked || !isForm(asked)) return next();
    const sent = await this.sentBy(request, asked);
    if (sent.metadata.moreRows) return this.again(request, response, { asked, sent });
    try {
      const written = await this.send(request, asked, sent);
      const { specification, entity } = asked;
      const href = recordHref(specification, entity.key, sent.id);
      seeOther(response, href, { notice: noticeOf(asked), written });
    } catch (error) {
      await this.again(request, response, { asked, sent, error });
    }
  }

  private async sentBy(request: Request, asked: AskedForm): Promise<Sent> {
    const { id } = asked.route;
    const read = () => readForm(request, asked);
    return id === undefined ? read() : readable({ sources: this.sources, request }, asked, id, read);
  }

  private async send(
    request: Request,
    { specification, entity, route }: AskedForm,
    sent: Sent,
  ): Promise<Written> {
    const { id, input, metadata } = sent;
    const context = contextOf(request, metadata.commandId);
    const on = {
      application: specification.key,
      entity: entity.key,
      id,
      context,
      notation: 'locale' as const,
    };
    if (route.kind === 'form') return this.commands.send(new OpenRecord({ ...on, input }));
    const seen = seenVersion(metadata);
    if (route.kind === 'edit') return this.commands.send(new ChangeRecord({ ...on, input, seen }));
    const { action = '' } = route;
    const { reason } = metadata;
    return this.commands.send(
      new TakeAction({ ...on, action, input, seen, ...(reason !== undefined && { reason }) }),
    );
  }

  /** The form once more with everything typed, and with what is wrong. */
  private async again(
    request: Request,
    response: Response,
    { asked, sent, error }: { readonly asked: AskedForm; readonly sent: Sent; readonly error?: unknown },
  ): Promise<void> {
    const failure = error === undefined ? undefined : failureOf(error);
    const { input, metadata } = sent;
    if (failure && (failure.unforeseen || isElsewhere(failure.status))) throw error;
    // A button on the record's own page: nothing was typed that could be lost, unless there is something to look at.
    const typed = HIDDEN.commandId in formOf(request);
    if (failure && !typed && failure.differences.length === 0) throw error;
    const kind = await this.kindOf(asked, sent.id);
    await this.pages.show(request, response, { asked, kind, posted: { input, metadata, failure } });
  }

  private async kindOf(asked: AskedForm, id?: string): Promise<FormKind> {
    if (asked.route.kind === 'form') return openForm(this.sources, asked, id);
    return asked.route.kind === 'edit' ? editForm(this.sources, asked) : actionForm(this.sources, asked);
  }
}

const isForm = (asked: RecordRequest): asked is AskedForm => KINDS.some((kind) => kind === asked.route.kind);

/** Refusals no form can answer. */
const isElsewhere = (status: number): boolean => status === 401 || status === 404;

function readForm(request: Request, asked: AskedForm): Sent {
  const form = formOf(request);
  const metadata = formMetadataOf(form);
  const asksReason = asked.route.kind === 'action' && actionOf(asked).reason !== 'none';
  const input = typedInput(fieldsIn(form, asksReason), asked.entity.fields);
  const id = asked.route.id ?? form[HIDDEN.id] ?? uuid();
  if (!isId(id)) throw refused('BAD_REQUEST', { why: 'the id in it is none' });
  return { id, metadata, input: withoutTheirs(input, metadata) };
}

/** Where the other one's value was chosen, ours is taken back. */
function withoutTheirs(input: Input, { chosen }: FormMetadata): Input {
  const kept = Object.entries(input).filter(([key]) => chosen.get(key) !== 'theirs');
  return kept.length === Object.keys(input).length ? input : Object.fromEntries(kept);
}

function seenVersion(metadata: FormMetadata): number {
  const seen = settled(metadata) ? metadata.conflict?.version : metadata.seen;
  if (seen === undefined) throw refused('VERSION_MISSING');
  return seen;
}

function noticeOf({ route, entity }: AskedForm): string {
  if (route.kind === 'form') return `${entity.title} is opened.`;
  if (route.kind === 'edit') return 'Saved.';
  const title = entity.lifecycle.actions.find(({ key }) => key === route.action)?.title ?? route.action;
  return `Done: ${title}.`;
}
