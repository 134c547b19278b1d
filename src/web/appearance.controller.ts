// POST /-/appearance: light, dark, or as the browser has it.
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Answers } from './answer-kind.js';
import { seeOther, APPEARANCE_COOKIE, setCookie } from './cookies.js';
import { formOf } from './body.js';
import { APPEARANCE } from '#views/addresses.js';
import { localAddress } from './local-address.js';

const A_YEAR = 365 * 24 * 3_600_000;

@Answers('small')
@Controller(APPEARANCE)
export class AppearanceController {
  @Post()
  choose(@Req() request: Request, @Res() response: Response): void {
    const form = formOf(request);
    const chosen = form['appearance'];
    const known = chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
    setCookie(response, APPEARANCE_COOKIE, known, { maxAge: A_YEAR });
    seeOther(response, localAddress(form['next'] ?? form['here']));
  }
}
