import { Controller, Get, Inject, Module, Post, Req, Res, type Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { CommandPipelineModule } from '#command-handling/pipeline/command-pipeline.module.js';
import { PROJECTION_PROGRESS } from '#query-handling/query-dependencies.js';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { Praise, praisesIn } from './praise.js';
import { PraiseHandler } from './praise-handler.js';
import { createCommandContext } from '#web/authorization/command-sender.js';

@Controller('-/praises')
export class PraisePages {
  constructor(
    @Inject(CommandBus) private readonly bus: CommandBus,
    @Inject(PROJECTION_PROGRESS) private readonly readModels: ProjectionProgress,
  ) {}

  @Post()
  async praise(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { id, words } = request.body as { readonly id: string; readonly words: string };
    const record = { application: 'orders', entity: 'Order', id };
    await this.bus.execute(new Praise({ ...record, words, context: createCommandContext(request) }));
    response.redirect(303, '/-/praises');
  }

  @Get()
  async page(@Res() response: Response): Promise<void> {
    const praises = await praisesIn(this.readModels).mostPraised();
    const items = praises.map(({ id, count, last }) => `<li>${id}: ${count}, last “${last}”</li>`);
    response.type('html').send(`<ul>${items.join('')}</ul>`);
  }
}

export function withPraises(web: Type<unknown>): Type<unknown> {
  @Module({ imports: [web, CommandPipelineModule], controllers: [PraisePages], providers: [PraiseHandler] })
  class WithPraises {}
  return WithPraises;
}
