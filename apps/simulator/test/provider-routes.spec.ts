import { type Json, useWorld } from './harness.js';
import { ROUTES } from './provider-facts.js';

const w = useWorld();

it('every route answers with the fields that the provider’s document and samples have', async () => {
  const call = (method: string, path: string, body?: unknown) => w.client.call(method, path, body);
  await w.client.faults({ defaults: { refundDelayMs: 1 } });
  const reference = await w.client.paidReference();
  await w.client.verify(reference);
  await call('GET', '/transaction');
  await w.client.next({ refund: 'needs-attention' });
  const stuck = await w.client.paidReference();
  const refund = await call('POST', '/refund', { transaction: stuck });
  await call('GET', '/refund');
  await w.client.refundIn(refund.data.id, 'needs-attention');
  await call('POST', `/refund/retry_with_customer_details/${String(refund.data.id)}`, {
    refund_account_details: { currency: 'GHS', account_number: '0241234567', bank_id: '28' },
  });
  await w.client.control(reference, 'dispute');
  const list = await call('GET', '/dispute');
  const dispute = `/dispute/${String((list.json.data as Json[])[0]?.id)}`;
  const customer = { customer_email: 'a@example.com', customer_name: 'Ama', customer_phone: '0241234567' };
  await call('POST', `${dispute}/evidence`, { ...customer, service_details: '5 votes' });
  await call('GET', `${dispute}/upload_url?upload_filename=receipt.pdf`);
  const answer = { resolution: 'declined', message: 'It was voted', refund_amount: 0 };
  await call('PUT', `${dispute}/resolve`, { ...answer, uploaded_filename: 'x' });
  await call('GET', '/bank?currency=GHS&type=mobile_money');
  await call('GET', '/bank/resolve?account_number=0241234567&bank_code=MTN');
  const closed = await call('POST', '/simulator/settle', {});
  await call('GET', '/settlement');
  const [settlement] = closed.json.settlements as Json[];
  await call('GET', `/settlement/${String(settlement?.id)}/transactions`);
  const account = { business_name: 'Abato', settlement_bank: 'MTN', account_number: '0241234567' };
  await call('POST', '/subaccount', { ...account, percentage_charge: 5 });
  expect(ROUTES.filter((route) => !w.client.seen.has(route))).toEqual([]);
});
