// What every half of the web shares: who may use a route, frames, what renders pages, and the gate of answers that grow.
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { ExampleGuide } from '../example-guide.js';
import { AuthorizationGuard } from '../authorization.guard.js';
import { PageFrames } from '../frames.js';
import { LoadingGuard } from './loading.guard.js';
import { AnswerGate, AnswerGateInterceptor } from './answer-gate.js';
import { PAGE_RENDERING, PageRendering } from './page-rendering.js';

@Global()
@Module({
  providers: [
    PageFrames,
    ExampleGuide,
    AnswerGate,
    { provide: PageRendering, useFactory: () => new PageRendering() },
    { provide: APP_GUARD, useClass: LoadingGuard },
    { provide: APP_GUARD, useClass: AuthorizationGuard },
    { provide: APP_INTERCEPTOR, useClass: AnswerGateInterceptor },
  ],
  exports: [PageFrames, AnswerGate],
})
export class FramesModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly rendering: PageRendering,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<Express>().set(PAGE_RENDERING, this.rendering);
  }
}
