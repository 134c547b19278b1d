// What every page shares: guards, layout, rendering in threads, the gate for answers that grow, and the command bus.
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, HttpAdapterHost } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import type { Express } from 'express';
import { ExampleGuide } from '../layout/example-guide.js';
import { Commands } from '../authorization/commands.js';
import { AuthorizationGuard } from '../authorization/authorization.guard.js';
import { PageLayouts } from '../layout/page-layout.js';
import { LoadingGuard } from './loading.guard.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ResponseLimiter, ResponseLimiterInterceptor } from './response-limiter.js';
import { PAGE_RENDERING, PageRendering } from './page-rendering.js';

@Global()
@Module({
  imports: [CqrsModule],
  providers: [
    Commands,
    PageLayouts,
    ExampleGuide,
    ResponseLimiter,
    { provide: PageRendering, useFactory: () => new PageRendering() },
    { provide: APP_GUARD, useClass: LoadingGuard },
    { provide: APP_GUARD, useClass: AuthorizationGuard },
    { provide: APP_INTERCEPTOR, useClass: ResponseLimiterInterceptor },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [PageLayouts, ResponseLimiter, Commands],
})
export class RenderingModule implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly rendering: PageRendering,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter.getInstance<Express>().set(PAGE_RENDERING, this.rendering);
  }
}
