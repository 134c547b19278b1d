import { Body, Controller, Post } from '@nestjs/common';
import { Workload } from '../rendering/response-workload.js';
import { Public } from '../authorization/authorization.decorators.js';
import { APPEARANCE_COOKIE, DENSITY_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import { goTo, type Answer } from '../rendering/answers.js';
import { FormPipe } from '../requests/parameter-decorators.js';
import { APPEARANCE_PATH } from '#views/addresses.js';
import { toLocalAddress } from '../addresses/local-address.js';

const isColour = (appearance: string | undefined): appearance is 'light' | 'dark' =>
  appearance === 'light' || appearance === 'dark';

const A_YEAR = 365 * 24 * 3_600_000;

@Workload('small')
@Controller(APPEARANCE_PATH)
export class AppearanceController {
  @Post()
  @Public()
  choose(@Body(FormPipe) { appearance, density, next, here }: Form): Answer {
    const chosen =
      density === undefined
        ? { name: APPEARANCE_COOKIE, value: isColour(appearance) ? appearance : 'auto' }
        : { name: DENSITY_COOKIE, value: density === 'compact' ? density : 'comfortable' };
    return goTo(toLocalAddress(next ?? here), { cookies: [{ ...chosen, maxAge: A_YEAR }] });
  }
}
