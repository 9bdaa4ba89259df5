// Says what MetaMask's kit makes of delegations: reads a list of {delegation, chainId,
// manager, key, calls} from a file, prints [{hash, signature, redeem, disable}].
//
//   node delegation.mjs cases.json

import { readFileSync } from "node:fs";
import { createExecution, ExecutionMode, signDelegation } from "@metamask/smart-accounts-kit";
import { DelegationManager } from "@metamask/smart-accounts-kit/contracts";
import { hashDelegation } from "@metamask/smart-accounts-kit/utils";

const said = [];
for (const { delegation, chainId, manager, key, calls } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const { signature: _, ...unsigned } = delegation;
  const signature = await signDelegation({
    privateKey: key, delegation: unsigned, delegationManager: manager, chainId, allowInsecureUnrestrictedDelegation: true,
  });
  const signed = { ...unsigned, signature };
  const executions = calls.map(({ to, data }) => createExecution({ target: to, callData: data }));
  said.push({
    hash: hashDelegation(unsigned),
    signature,
    redeem: DelegationManager.encode.redeemDelegations({
      delegations: [[signed]], modes: [calls.length === 1 ? ExecutionMode.SingleDefault : ExecutionMode.BatchDefault], executions: [executions],
    }),
    disable: DelegationManager.encode.disableDelegation({ delegation: signed }),
  });
}
console.log(JSON.stringify(said));
