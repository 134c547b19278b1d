// POST and PATCH below /api/<application>/<Entity>: the same commands as the forms, so the same rules.
import { Controller, Inject, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { v7 as uuid } from 'uuid';
import { SPECIFICATIONS, type Specifications } from '#command-handling/ports.js';
import type { Written } from '#domain/command.js';
import {
  AssignRecord,
  ChangeRecord,
  CommentRecord,
  OpenRecord,
  TakeAction,
  type RecordCommand,
} from '#domain/record/record-commands.js';
import { SOURCES, type Sources } from '#query-handling/ports.js';
import { rememberWritten } from '../after-write.js';
import { refused } from '../built-in.js';
import { Commands, contextOf } from '../commands.js';
import { readable } from '../readable.js';
import { isId } from '../routes.js';
import {
  apiRequest,
  bodyOf,
  commandIdIn,
  entityTag,
  fieldsOf,
  recordId,
  recordOf,
  versionIn,
} from './api-request.js';
import { POSITION } from './position.js';
import { apiHref } from './record-json.js';

@Controller('/api/:application/:entity')
export class WriteApiController {
  constructor(
    private readonly commands: Commands,
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
    @Inject(SOURCES) private readonly sources: Sources,
  ) {}

  /** 201 with Location; the id is the client's, or made up here. */
  @Post()
  async open(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { specification, entity } = await apiRequest(request, this.specifications);
    const body = bodyOf(request, ['fields', 'id']);
    const context = contextOf(request, commandIdIn(request));
    const id = body['id'] ?? (commandIdIn(request) === undefined ? uuid() : recordOf(context.commandId));
    if (typeof id !== 'string' || !isId(id)) throw refused('BAD_REQUEST', { why: '“id” has to be a UUID' });
    const on = { application: specification.key, entity: entity.key, id, context };
    const written = await this.commands.send(new OpenRecord({ ...on, input: fieldsOf(body) }));
    response.setHeader('Location', apiHref(specification.key, entity.key, id));
    answer(response, { status: 201, id, written });
  }

  @Patch(':id')
  async change(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.write(request, response, (on) => {
      const seen = versionIn(request);
      return new ChangeRecord({ ...on, input: fieldsOf(bodyOf(request, ['fields'])), seen });
    });
  }

  @Post(':id/actions/:action')
  async act(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.write(request, response, (on) => {
      const seen = versionIn(request);
      const body = bodyOf(request, ['fields', 'reason']);
      const { action } = request.params as { action: string };
      const reason = textIn(body, 'reason');
      const input = fieldsOf(body);
      return new TakeAction({ ...on, action, input, seen, ...(reason !== undefined && { reason }) });
    });
  }

  @Post(':id/comments')
  async comment(@Req() request: Request, @Res() response: Response): Promise<void> {
    const toComment = (on: OnRecord) => {
      const text = textIn(bodyOf(request, ['text']), 'text') ?? '';
      return new CommentRecord({ ...on, text });
    };
    await this.write(request, response, toComment, 201);
  }

  /** `{ "to": null }`: nobody. */
  @Post(':id/assignee')
  async assign(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.write(request, response, (on) => {
      const seen = versionIn(request);
      const body = bodyOf(request, ['to']);
      const to = body['to'] === null ? null : textIn(body, 'to');
      if (to === undefined) throw refused('BAD_REQUEST', { why: '“to” is missing' });
      return new AssignRecord({ ...on, to, seen });
    });
  }

  /** `command`: reads the request. What is wrong with it is told to whoever may read the record, and to nobody else. */
  private async write(
    request: Request,
    response: Response,
    command: (on: OnRecord) => RecordCommand,
    status = 200,
  ): Promise<void> {
    const asked = await apiRequest(request, this.specifications);
    const id = recordId(request);
    const made = await readable({ sources: this.sources, request }, asked, id, () => {
      const context = contextOf(request, commandIdIn(request));
      return command({ application: asked.specification.key, entity: asked.entity.key, id, context });
    });
    answer(response, { status, id, written: await this.commands.send(made) });
  }
}

type OnRecord = Pick<ChangeRecord['data'], 'application' | 'entity' | 'id' | 'context'>;

interface Answer {
  readonly status: number;
  readonly id: string;
  readonly written: Written;
}

function answer(response: Response, { status, id, written }: Answer): void {
  rememberWritten(response, written);
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('ETag', entityTag(written.version));
  response.setHeader(POSITION, written.position);
  response.end(JSON.stringify({ id, version: written.version, already: written.already }));
}

function textIn(body: Readonly<Record<string, unknown>>, member: string): string | undefined {
  const text = body[member];
  if (text === undefined || typeof text === 'string') return text;
  throw refused('BAD_REQUEST', { why: `“${member}” has to be text` });
}
