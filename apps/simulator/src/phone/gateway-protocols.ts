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

export interface UssdRequest {
  contentType: string;
  body: string;
}

/** The request of a session's newest input, or of its dial when nothing was typed yet. */
export function requestOf(call: UssdCall): UssdRequest {
  const { gateway, network, sessionId, phone, serviceCode, dialled, typed } = call;
  const carrier = USSD_NETWORKS[network][gateway];
  const digits = phone.replace('+', '');
  const isFirst = typed.length === 0;
  const newest = typed.at(-1) ?? dialled;
  switch (gateway) {
    case 'africastalking': {
      const service = serviceCode.replace(/#$/, '');
      const behind = dialled.startsWith(`${service}*`)
        ? dialled.slice(service.length + 1).replace(/#$/, '')
        : '';
      const text = [...(behind ? [behind] : []), ...typed].join('*');
      const fields = { sessionId, phoneNumber: phone, networkCode: carrier, serviceCode, text };
      return {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(fields).toString(),
      };
    }
    case 'arkesel':
      return json({
        sessionID: sessionId,
        userID: 'SIMULATOR',
        newSession: isFirst,
        msisdn: digits,
        userData: newest,
        network: carrier,
      });
    case 'nalo':
      return json({
        USERID: 'SIMULATOR',
        MSISDN: digits,
        USERDATA: newest,
        MSGTYPE: isFirst,
        NETWORK: carrier,
        SESSIONID: sessionId,
      });
    case 'hubtel':
      return json({
        SessionId: sessionId,
        ServiceCode: serviceCode.replace(/[*#]/g, ''),
        Message: newest,
        Type: isFirst ? 'Initiation' : 'Response',
        Operator: carrier,
        Platform: 'USSD',
        Mobile: digits,
        ClientState: '',
        Sequence: typed.length + 1,
        ExtraData: '',
      });
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
  const { message, MSG, Message, continueSession, MSGTYPE, Type } = JSON.parse(answer) as Record<
    string,
    unknown
  >;
  const [text, goesOn] = {
    arkesel: [message, continueSession],
    nalo: [MSG, MSGTYPE],
    hubtel: [Message, Type === 'Response' ? true : Type === 'Release' ? false : Type],
  }[gateway];
  if (typeof text !== 'string' || typeof goesOn !== 'boolean') throw new Error('The answer lacks its fields');
  return { text, goesOn };
}

function json(body: object): UssdRequest {
  return { contentType: 'application/json', body: JSON.stringify(body) };
}
