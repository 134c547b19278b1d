import { Injectable } from '@nestjs/common';
import { ResponseCookies } from '../http/response-cookies.js';
import { PageLayouts } from '../layout/page-layout.js';
import { PageRendering } from './page-rendering.js';

/** What answers are sent with. */
@Injectable()
export class AnswerTools {
  constructor(
    readonly layouts: PageLayouts,
    readonly rendering: PageRendering,
    readonly cookies: ResponseCookies,
  ) {}
}
