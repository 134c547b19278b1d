// GET and POST below an application: what the address means is looked up in its specification, and what is done about it in one table.
import { Controller, Get, NotFoundException, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { dashboardRequest, pageRequest, type RecordRequest } from '../record-request.js';
import { Exchanges } from './exchanges.js';
import { isWritten, ROUTES } from './route-table.js';
import { showDashboard } from './show-dashboard.js';
import { submitForm } from './submit-form.js';

const BELOW = '/:application/*path';

@Controller()
export class PagesController {
  constructor(private readonly exchanges: Exchanges) {}

  @Get(BELOW)
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const dashboard = await dashboardRequest(request, this.exchanges.sources.specifications);
    if (dashboard) return showDashboard(this.exchanges.of(request, response), dashboard);
    const asked = await this.asked(request);
    const { page } = ROUTES[asked.route.kind];
    if (!page) throw new NotFoundException();
    await page(this.exchanges.of(request, response), asked);
  }

  @Post(BELOW)
  async submit(@Req() request: Request, @Res() response: Response): Promise<void> {
    const asked = await this.asked(request);
    const { kind } = asked.route;
    const { post } = ROUTES[kind];
    if (post) return post(this.exchanges.of(request, response), asked);
    if (!isWritten(kind)) throw new NotFoundException();
    await submitForm(this.exchanges.of(request, response), asked, { kind, form: ROUTES[kind].form });
  }

  /** Where nothing answers, the last stop says by which methods something would. */
  private async asked(request: Request): Promise<RecordRequest> {
    const asked = await pageRequest(request, this.exchanges.sources.specifications);
    if (!asked) throw new NotFoundException();
    return asked;
  }
}
