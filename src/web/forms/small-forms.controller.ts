// POST …/comment and …/assign: the two small forms of a record's own page.
import { Controller, Inject, Next, Post, Req, Res } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { FormPage } from '#views/pages/form.js';
import type { Input } from '#views/view-models/form.js';
import { SPECIFICATIONS, type Specifications } from '#command-handling/ports.js';
import { AssignRecord, CommentRecord } from '#domain/record/record-commands.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { recordById } from '#query-handling/records/record-by-id.js';
import { seeOther } from '../after-write.js';
import { recordRequest, type RecordRequest } from '../record-request.js';
import { refused } from '../built-in.js';
import { Commands, contextOf } from '../commands.js';
import { failureOf, type Failure } from '../failure.js';
import { formOf, typed } from '../form.js';
import { Frames } from '../frames.js';
import { refusalsOf } from '../refusals.js';
import { assignHref, commentHref, recordHref } from '../routes.js';
import { sendPage } from '../send-page.js';
import { people } from './options.js';
import { formMetadataOf } from './form-metadata.js';

@Controller()
export class SmallFormsController {
  constructor(
    private readonly commands: Commands,
    private readonly frames: Frames,
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
    @Inject(SOURCES) private readonly sources: Sources,
  ) {}

  @Post('/:application/*path')
  async submit(
    @Req() request: Request,
    @Res() response: Response,
    @Next() next: NextFunction,
  ): Promise<void> {
    const asked = await recordRequest(request, this.specifications);
    const kind = asked?.route.kind;
    if (!asked || (kind !== 'comment' && kind !== 'assign')) return next();
    const href = recordHref(asked.specification, asked.entity.key, asked.route.id!);
    try {
      const written = await this.commands.send(commandOf(request, asked, kind));
      seeOther(response, href, { notice: kind === 'comment' ? 'The comment is added.' : 'Saved.', written });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.unforeseen || failure.status === 401 || failure.status === 404) throw error;
      // Whoever may not read it gets the answer of its page, and no form.
      await recordById(this.sources, asked, asked.route.id!);
      const input = kind === 'comment' ? commentInput(request) : await this.assigneeInput(request);
      await this.again(request, response, { asked, failure, input, href });
    }
  }

  /** What was typed, on a page of its own. */
  private async again(
    request: Request,
    response: Response,
    { asked, failure, input, href }: Refusal,
  ): Promise<void> {
    const { specification, entity, published, route } = asked;
    const comment = route.kind === 'comment';
    const heading = comment ? 'Comment' : 'Assign';
    const metadata = formMetadataOf(formOf(request));
    const version = failure.version ?? metadata.seen;
    const page = createElement(FormPage, {
      frame: await this.frames.of(request, { title: heading, application: published }),
      heading,
      action: (comment ? commentHref : assignHref)(specification, entity.key, route.id!),
      hidden: {
        commandId: metadata.commandId ?? uuid(),
        ...(!comment && version !== undefined && { seen: String(version) }),
      },
      inputs: [{ ...input, errors: failure.reasons.map(({ message }) => message) }],
      refusals: refusalsOf(failure.reasons, specification.key),
      conflicts: [],
      submit: comment ? 'Add comment' : 'Save',
      cancel: href,
    });
    await sendPage(response, page, failure.status);
  }

  private async assigneeInput(request: Request): Promise<Input> {
    const options = await people({ sources: this.sources });
    return {
      ...INPUT,
      key: 'to',
      title: 'Assign to',
      type: 'user',
      value: typed(formOf(request), 'to'),
      options,
    };
  }
}

interface Refusal {
  readonly asked: RecordRequest;
  readonly failure: Failure;
  readonly input: Input;
  readonly href: string;
}

const INPUT = { required: false, multiline: false, errors: [] } as const;

function commentInput(request: Request): Input {
  const value = typed(formOf(request), 'text');
  return { ...INPUT, key: 'text', title: 'Comment', type: 'text', multiline: true, required: true, value };
}

function commandOf(
  request: Request,
  { specification, entity, route }: RecordRequest,
  kind: 'comment' | 'assign',
) {
  const form = formOf(request);
  const { commandId, seen } = formMetadataOf(form);
  const context = contextOf(request, commandId);
  const on = { application: specification.key, entity: entity.key, id: route.id!, context };
  if (kind === 'comment') return new CommentRecord({ ...on, text: typed(form, 'text') });
  if (seen === undefined) throw refused('VERSION_MISSING');
  const to = form['to'] ?? '';
  return new AssignRecord({ ...on, to: to === '' ? null : to, seen });
}
