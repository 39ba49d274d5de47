import type { UpdateOrCreateMappingRule } from "#contract/mapping-rule-request.ts";
import type { MappingRule } from "#contract/mapping-rules.ts";
import type { Answer } from "#web/api/call.ts";
import type { RuleWire } from "#web/screens/mapping-rules/versions/rule-saving.ts";

type Request = UpdateOrCreateMappingRule;

/** A server that gives each new part an id; a request is a sufficient answer for the reader. */
export const fakeServer = (stored: Request) => {
  const sent: Request[] = [];
  let [now, nextId] = [stored, 9_000];
  const withIds = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(withIds);
    if (typeof part !== "object" || part === null) return part;
    const inner = Object.fromEntries(
      Object.entries(part).map(([name, value]) => [name, withIds(value)]),
    );
    return { ...inner, id: (part as { id?: number }).id ?? nextId++ };
  };
  const answer = (request: Request): Answer<MappingRule> => ({
    value: structuredClone(request) as unknown as MappingRule,
    problems: [],
    total: undefined,
  });
  const wire: RuleWire = {
    read: async () => answer(now),
    send: async (request) => {
      sent.push(request);
      now = withIds(request) as Request;
      return answer(now);
    },
    listKnown: async () => [],
    findCreated: async () => undefined,
    onSaved: () => undefined,
    onRead: () => undefined,
  };
  return {
    sent,
    wire,
    now: () => now,
    /** Saves a change of another user. */
    change: (edit: (rule: Request) => void) => {
      now = structuredClone(now);
      edit(now);
    },
  };
};
