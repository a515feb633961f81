/** The USSD gateways' own protocols, as they call an application (their documentation and official samples). */

export const USSD_GATEWAYS = ['africastalking', 'arkesel', 'nalo', 'hubtel'] as const;
export type UssdGateway = (typeof USSD_GATEWAYS)[number];

/** Ids of the networks, and what each gateway calls them. */
export const USSD_NETWORKS = {
  mtn: { africastalking: '62001', arkesel: 'MTN', nalo: 'MTN', hubtel: 'mtn' },
  telecel: { africastalking: '62002', arkesel: 'VODAFONE', nalo: 'VODAFONE', hubtel: 'vodafone' },
  at: { africastalking: '62003', arkesel: 'AIRTELTIGO', nalo: 'AIRTELTIGO', hubtel: 'tigo' },
} as const satisfies Record<string, Record<UssdGateway, string>>;
export type UssdNetwork = keyof typeof USSD_NETWORKS;

/** One session as a gateway knows it. */
export interface UssdCall {
  gateway: UssdGateway;
  network: UssdNetwork;
  sessionId: string;
  /** E.164. */
  phone: string;
  /** `*713#` */
  serviceCode: string;
  /** What was dialled: the service code, or more behind it. */
  dialled: string;
  /** What was typed since, oldest first. */
  typed: readonly string[];
}

/** The request of a session's newest input, or of its dial when nothing was typed yet. */
export function requestOf(call: UssdCall): { contentType: string; body: string } {
  if (call.gateway !== 'africastalking')
    return { contentType: 'application/json', body: JSON.stringify(fieldsOf(call)) };
  const body = new URLSearchParams(fieldsOf(call) as Record<string, string>).toString();
  return { contentType: 'application/x-www-form-urlencoded', body };
}

function fieldsOf(call: UssdCall): Record<string, unknown> {
  const { gateway, network, sessionId, phone, serviceCode, dialled, typed } = call;
  const carrier = USSD_NETWORKS[network][gateway];
  const digits = phone.replace('+', '');
  const isFirst = typed.length === 0;
  const newest = typed.at(-1) ?? dialled;
  const service = serviceCode.replace('#', '');
  switch (gateway) {
    case 'africastalking': {
      const behind = dialled.replace('#', '').slice(service.length + 1);
      const text = [behind, ...typed].filter((input) => input !== '').join('*');
      return { sessionId, phoneNumber: phone, networkCode: carrier, serviceCode, text };
    }
    case 'arkesel': {
      const told = { msisdn: digits, userData: newest, network: carrier };
      return { sessionID: sessionId, userID: 'SIMULATOR', newSession: isFirst, ...told };
    }
    case 'nalo': {
      const told = { MSISDN: digits, USERDATA: newest, NETWORK: carrier };
      return { USERID: 'SIMULATOR', MSGTYPE: isFirst, SESSIONID: sessionId, ...told };
    }
    case 'hubtel':
      return {
        SessionId: sessionId,
        ServiceCode: service.replace('*', ''),
        Message: newest,
        Type: isFirst ? 'Initiation' : 'Response',
        Operator: carrier,
        Platform: 'USSD',
        Mobile: digits,
        ClientState: '',
        Sequence: typed.length + 1,
        ExtraData: '',
      };
  }
}

/**
 * What an answer shows on the phone.
 * @throws Error when the gateway would not understand it
 */
export function screenOf(gateway: UssdGateway, answer: string): { text: string; goesOn: boolean } {
  if (gateway === 'africastalking') {
    const [, kind, text] = /^(CON|END) ([^]*)$/.exec(answer) ?? [];
    if (kind === undefined || text === undefined) throw new Error('An answer begins with CON or END');
    return { text, goesOn: kind === 'CON' };
  }
  const fields = JSON.parse(answer) as Record<string, unknown>;
  const types: Record<string, boolean> = { Response: true, Release: false };
  const [text, goesOn] = {
    arkesel: [fields.message, fields.continueSession],
    nalo: [fields.MSG, fields.MSGTYPE],
    hubtel: [fields.Message, types[String(fields.Type)]],
  }[gateway];
  if (typeof text !== 'string' || typeof goesOn !== 'boolean') throw new Error('The answer lacks its fields');
  return { text, goesOn };
}
