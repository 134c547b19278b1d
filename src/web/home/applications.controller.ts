// GET /<key>: the way to the first page of an application.
import { Controller, Get } from '@nestjs/common';
import type { SignedIn } from '#identity/signed-in.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { screenHref, specificationHref } from '../addresses/page-addresses.js';
import { startHref } from '../addresses/start-page.js';
import { canSeeScreen } from '../addresses/visible-screens.js';
import { Answers } from '../rendering/answer-kind.js';
import { foundAt, type Answer } from '../rendering/answers.js';
import { RequestedApplication } from '../requests/record-request.pipe.js';
import { CurrentViewer } from '../requests/request-parameters.js';

@Answers('page')
@Controller()
export class ApplicationsController {
  @Get('/:application')
  home(
    @CurrentViewer() viewer: SignedIn,
    @RequestedApplication() { specification }: PublishedVersion,
  ): Answer {
    const start = startHref(specification, viewer);
    if (start !== undefined) return foundAt(start);
    const first = specification.screens.find(
      (screen) =>
        (screen.kind === 'list' || screen.kind === 'board') && canSeeScreen(screen, specification, viewer),
    );
    return foundAt(first ? screenHref(specification, first) : specificationHref(specification.key));
  }
}
