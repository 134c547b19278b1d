import { Global, Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ExampleGuide } from '../layout/example-guide.js';
import { CommandSender } from '../authorization/command-sender.js';
import { PageLayouts } from '../layout/page-layout.js';
import { LoadingGuard } from './loading.guard.js';
import { ResponseCookies } from '../http/response-cookies.js';
import { AnswerTools } from './answer-tools.js';
import { AnswerInterceptor } from './answer.interceptor.js';
import { ResponseLimiter, ResponseLimiterInterceptor } from './response-limiter.js';
import { PageRendering } from './page-rendering.js';

@Global()
@Module({
  imports: [CqrsModule],
  providers: [
    CommandSender,
    PageLayouts,
    ExampleGuide,
    ResponseLimiter,
    PageRendering,
    ResponseCookies,
    AnswerTools,
    { provide: APP_GUARD, useClass: LoadingGuard },
    // The limiter surrounds what sends the answer, and returns nothing itself.
    { provide: APP_INTERCEPTOR, useClass: ResponseLimiterInterceptor },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
  ],
  exports: [PageLayouts, PageRendering, ResponseCookies, AnswerTools, ResponseLimiter, CommandSender],
})
export class RenderingModule {}
