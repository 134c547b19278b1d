import { Controller, Get } from '@nestjs/common';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { screenHref, specificationHref } from '../addresses/page-addresses.js';
import { findStartPageHref } from '../addresses/landing-page.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { Workload } from '../rendering/response-workload.js';
import { redirectToPage, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { CurrentViewer } from '../requests/parameter-decorators.js';

@Workload('page')
@Controller()
export class ApplicationStartController {
  @Get('/:application')
  home(
    @CurrentViewer() viewer: SignedInPerson,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Answer {
    const start = findStartPageHref(specification, viewer);
    if (start !== undefined) return redirectToPage(start);
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && canSeeScreen(screen, specification, viewer),
    );
    return redirectToPage(first ? screenHref(specification, first) : specificationHref(specification.key));
  }
}
