import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Query } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Clock } from '../core/clock.js';
import { ProviderError } from '../core/errors.js';
import { type Settings, SETTINGS } from '../core/settings.js';
import { Store } from '../core/store.js';
import {
  disputeData,
  disputeOfTransactionData,
  type DisputedTransaction,
  evidenceData,
  resolvedData,
} from './dispute-data.js';
import { Disputes } from './disputes.js';
import { ProviderCall } from './provider-api.js';
import { type Fields, fieldsOf, paged, pageOf, textOf } from './request.js';

const EVIDENCE = ['customer_email', 'customer_name', 'customer_phone', 'service_details'] as const;
const ANSWERS = ['resolution', 'message', 'refund_amount', 'uploaded_filename'] as const;

/** `/dispute`: list, fetch, change, evidence, resolution. */
@Controller('dispute')
export class DisputeController {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: Store,
    private readonly disputes: Disputes,
    private readonly clock: Clock,
  ) {}

  @Get()
  @ProviderCall('list-disputes')
  list(@Query() query: unknown): unknown {
    const fields = fieldsOf(query);
    const page = pageOf(fields);
    const [status, transaction] = [textOf(fields.status), textOf(fields.transaction)];
    const matching = this.disputes.all().filter((one) => {
      const created = Date.parse(one.dispute.createdAt);
      if (created < page.from || created > page.to) return false;
      return (
        (status === null || one.dispute.status === status) &&
        (transaction === null || String(one.id) === transaction)
      );
    });
    const items = matching.map((one) => ({ id: one.dispute.id, one }));
    const { data, meta } = paged(items, page, this.store.control.faults.lists);
    return {
      status: true,
      message: 'Disputes retrieved',
      data: data.map(({ one }) => disputeData(one)),
      ...(meta && { meta }),
    };
  }

  @Get('transaction/:id')
  @ProviderCall('disputes-of-transaction')
  ofTransaction(@Param('id') id: string): unknown {
    const found = this.disputes.all().find((one) => String(one.id) === id);
    if (!found) throw notFound();
    return { status: true, message: 'Dispute retrieved successfully', data: disputeOfTransactionData(found) };
  }

  @Get(':id')
  @ProviderCall('fetch-dispute')
  fetch(@Param('id') id: string): unknown {
    return { status: true, message: 'Dispute retrieved', data: disputeData(this.find(id)) };
  }

  @Put(':id')
  @ProviderCall('update-dispute')
  update(@Param('id') id: string, @Body() body: unknown): unknown {
    const disputed = this.find(id);
    this.openOnly(disputed);
    const refundAmount = refundAmountOf(fieldsOf(body), disputed);
    this.disputes.change(disputed, { refundAmount });
    return { status: true, message: 'Dispute updated successfully', data: [disputeData(this.find(id))] };
  }

  @Post(':id/evidence')
  @HttpCode(200)
  @ProviderCall('add-evidence')
  addEvidence(@Param('id') id: string, @Body() body: unknown): unknown {
    const disputed = this.find(id);
    const fields = fieldsOf(body);
    this.openOnly(disputed);
    for (const name of EVIDENCE) need(fields, name);
    const evidence = {
      id: this.store.nextId(),
      customer_email: need(fields, 'customer_email'),
      customer_name: need(fields, 'customer_name'),
      customer_phone: need(fields, 'customer_phone'),
      service_details: need(fields, 'service_details'),
      delivery_address: textOf(fields.delivery_address),
      delivery_date: textOf(fields.delivery_date),
      createdAt: this.clock.text(),
    };
    this.disputes.change(disputed, { evidence });
    return { status: true, message: 'Evidence created', data: evidenceData(this.find(id).dispute) };
  }

  @Get(':id/upload_url')
  @ProviderCall('upload-url')
  uploadUrl(@Param('id') id: string, @Query() query: unknown): unknown {
    this.find(id);
    need(fieldsOf(query), 'upload_filename');
    const fileName = randomBytes(10).toString('hex');
    const signedUrl = `${this.settings.publicUrl}/simulator/uploads/${fileName}?signature=${randomBytes(8).toString('hex')}`;
    return { status: true, message: 'Upload url generated', data: { signedUrl, fileName } };
  }

  @Put(':id/resolve')
  @ProviderCall('resolve-dispute')
  resolve(@Param('id') id: string, @Body() body: unknown): unknown {
    const disputed = this.find(id);
    const fields = fieldsOf(body);
    this.openOnly(disputed);
    const [resolution, message, , attachment] = ANSWERS.map((name) => need(fields, name));
    if (resolution !== 'merchant-accepted' && resolution !== 'declined') {
      throw new ProviderError(400, 'Resolution is invalid', 'invalid_params');
    }
    const refundAmount = refundAmountOf(fields, disputed);
    this.disputes.resolve(disputed, resolution, { refundAmount, message, attachment });
    return { status: true, message: 'Dispute successfully resolved', data: resolvedData(this.find(id)) };
  }

  private find(id: string): DisputedTransaction {
    const found = this.disputes.all().find(({ dispute }) => String(dispute.id) === id);
    if (!found) throw notFound();
    return found;
  }

  private openOnly({ dispute }: DisputedTransaction): void {
    if (dispute.status === 'resolved')
      throw new ProviderError(400, 'Dispute has been resolved', 'invalid_params');
  }
}

function notFound(): ProviderError {
  return new ProviderError(404, 'Dispute not found', 'dispute_not_found');
}

/** @throws ProviderError 400 */
function need(fields: Fields, name: string): string {
  const value = textOf(fields[name]);
  if (value === null) throw new ProviderError(400, `${name} is required`, 'missing_params');
  return value;
}

/** @throws ProviderError 400 */
function refundAmountOf(fields: Fields, { paidAmount }: DisputedTransaction): number {
  const amount = Number(need(fields, 'refund_amount'));
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new ProviderError(400, 'Refund amount is invalid', 'invalid_params');
  if (amount > (paidAmount ?? 0)) {
    throw new ProviderError(400, 'Refund amount cannot be greater than initial amount', 'invalid_params');
  }
  return amount;
}
