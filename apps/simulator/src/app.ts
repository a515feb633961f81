import 'reflect-metadata';
import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AnswersFilter } from './answers.filter.js';
import { CheckoutController, PhoneController } from './checkout/checkout.controller.js';
import { ControlController } from './control/control.controller.js';
import { PastPaymentsController } from './control/past-payments.controller.js';
import { TransactionControlController } from './control/transaction-control.controller.js';
import { Clock } from './core/clock.js';
import { Log } from './core/log.js';
import { Scripts } from './core/scripts.js';
import { type Settings, SETTINGS } from './core/settings.js';
import { Store } from './core/store.js';
import { Timers } from './core/timers.js';
import { SettlementControlController } from './control/settlement-control.controller.js';
import { HealthController } from './health.controller.js';
import { UploadController } from './control/upload.controller.js';
import { AccountController } from './provider/account.controller.js';
import { BankController } from './provider/bank.controller.js';
import { ChargeController } from './provider/charge.controller.js';
import { DisputeController } from './provider/dispute.controller.js';
import { Disputes } from './provider/disputes.js';
import { FaultSource } from './provider/fault-source.js';
import { KeyCheck } from './provider/key-check.js';
import { NewTransaction } from './provider/new-transaction.js';
import { UssdPhoneController } from './phone/ussd-phone.controller.js';
import { UssdSessions } from './phone/ussd-sessions.js';
import { Payments } from './provider/payments.js';
import { Prompts } from './provider/prompts.js';
import { RefundController } from './provider/refund.controller.js';
import { Refunds } from './provider/refunds.js';
import { SettlementController } from './provider/settlement.controller.js';
import { Settlements } from './provider/settlements.js';
import { SubaccountController } from './provider/subaccount.controller.js';
import { TransactionController } from './provider/transaction.controller.js';
import { SmsInbox } from './sms/sms-inbox.js';
import { SmsReporter } from './sms/sms-reports.js';
import { SmsController } from './sms/sms.controller.js';
import { WebhookSender } from './webhooks/webhook-sender.js';

@Module({})
class SimulatorModule {
  static with(settings: Settings, log: Log): DynamicModule {
    return {
      module: SimulatorModule,
      controllers: [
        HealthController,
        TransactionController,
        ChargeController,
        RefundController,
        DisputeController,
        AccountController,
        SubaccountController,
        SettlementController,
        BankController,
        UploadController,
        CheckoutController,
        UssdPhoneController,
        PhoneController,
        ControlController,
        PastPaymentsController,
        TransactionControlController,
        SettlementControlController,
        SmsController,
      ],
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: APP_FILTER, useClass: AnswersFilter },
        { provide: Log, useValue: log },
        Clock,
        Timers,
        Store,
        Scripts,
        WebhookSender,
        Payments,
        NewTransaction,
        Prompts,
        Refunds,
        Disputes,
        Settlements,
        FaultSource,
        KeyCheck,
        SmsInbox,
        SmsReporter,
        UssdSessions,
      ],
    };
  }
}

export interface RunningSimulator {
  /** Where it listens. */
  url: string;
  close(): Promise<void>;
}

/** References in paths may be as long as the provider takes them; Fastify's own limit is 100 characters. */
const MAX_PATH_PART = 512;

/**
 * Start a simulator.
 * @param given its settings; port 0 takes a free one
 */
export async function startSimulator(given: Settings): Promise<RunningSimulator> {
  const settings = { ...given };
  const log = new Log(settings.logLevel);
  const adapter = new FastifyAdapter({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: MAX_PATH_PART, ignoreTrailingSlash: true },
  });
  const app = await NestFactory.create<NestFastifyApplication>(SimulatorModule.with(settings, log), adapter, {
    logger: log,
    abortOnError: false,
  });
  // Clients that name a content type without sending a body mean "nothing", which Fastify takes for broken JSON.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', (request, _reply, done) => {
      if (request.headers['content-length'] === '0') delete request.headers['content-type'];
      done();
    });
  // What the provider does with a body of no or another content type is not known: JSON is read whatever it calls itself.
  app
    .getHttpAdapter()
    .getInstance()
    .addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) =>
      done(null, jsonOr(body)),
    );
  await app.listen(settings.port, settings.host);
  const address = app.getHttpServer().address();
  const port = typeof address === 'object' && address !== null ? address.port : settings.port;
  settings.publicUrl ||= `http://localhost:${port}`;
  return { url: `http://localhost:${port}`, close: () => app.close() };
}

/** @returns the value of JSON, or the bytes of anything else: files are uploaded as they are */
function jsonOr(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return body;
  }
}
