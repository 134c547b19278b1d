// POST /-/appearance: light, dark, or as the browser has it; comfortable or compact.
import { Controller, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Answers } from '../rendering/answer-kind.js';
import { Public } from '../authorization/authorization.js';
import { seeOther, APPEARANCE_COOKIE, DENSITY_COOKIE, setCookie } from '../http/cookies.js';
import { readForm } from '../http/request-body.js';
import { APPEARANCE } from '#views/addresses.js';
import { localAddress } from '../addresses/local-address.js';

const isColour = (appearance: string | undefined): appearance is 'light' | 'dark' =>
  appearance === 'light' || appearance === 'dark';

const A_YEAR = 365 * 24 * 3_600_000;

@Public()
@Answers('small')
@Controller(APPEARANCE)
export class AppearanceController {
  @Post()
  choose(@Req() request: Request, @Res() response: Response): void {
    const form = readForm(request);
    const { appearance, density } = form;
    if (density !== undefined)
      setCookie(response, DENSITY_COOKIE, density === 'compact' ? density : 'comfortable', {
        maxAge: A_YEAR,
      });
    else
      setCookie(response, APPEARANCE_COOKIE, isColour(appearance) ? appearance : 'auto', { maxAge: A_YEAR });
    seeOther(response, localAddress(form['next'] ?? form['here']));
  }
}
