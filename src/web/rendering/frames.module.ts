// Frames, and what renders pages, for everything that shows some, reading or writing.
import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';
import { PageFrames } from '../frames.js';
import { PAGE_RENDERING, PageRendering } from './page-rendering.js';

@Global()
@Module({
  providers: [PageFrames, { provide: PageRendering, useFactory: () => new PageRendering() }],
  exports: [PageFrames],
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
