package wire

import (
	"encoding/json"
	"fmt"
)

// Type is a type of event. Its number is valid inside one process only; what
// travels is its name.
type Type uint16

// The types of runtime §9.2, in its order.
const (
	_ Type = iota
	TypeHeartbeatMarketObservation
	TypeHeartbeatTick
	TypeHeartbeatComplete
	TypeHeartbeatTierSelected
	TypeHeartbeatSuppressed
	TypeHeartbeatQueueWarning
	TypeHeartbeatTickDropped
	TypeHeartbeatSteerReceived
	TypeToolStart
	TypeToolUpdate
	TypeToolEnd
	TypeToolVerified
	TypePermitCreated
	TypePermitCommitted
	TypePermitExpired
	TypePermitCancelled
	TypePermitBlocked
	TypeRiskAssessment
	TypeRiskPolicyViolation
	TypeRiskTaintViolationBlocked
	TypeRiskDrawdownWarning
	TypeRiskForcedReduction
	TypeRiskDegradationChanged
	TypeRiskHalt
	TypeRiskAnomaly
	TypeInferenceStart
	TypeInferenceToken
	TypeInferenceEnd
	TypeInferenceCacheHit
	TypeInferenceProviderFallback
	TypeInferenceFailure
	TypeDreamStart
	TypeDreamPhase
	TypeDreamHypothesis
	TypeDreamCounterfactual
	TypeDreamComplete
	TypeDaimonAppraisal
	TypeDaimonSomaticMarker
	TypeDaimonEmotionalShift
	TypeVitalityUpdate
	TypeVitalityPhaseTransition
	TypeVitalityClockAlarm
	TypeVitalityDeathInitiated
	TypeVitalityThanatopsisPhase
	TypeVitalitySuccessorSpawned
	TypeGrimoireInsight
	TypeGrimoireHeuristicPromoted
	TypeGrimoireHeuristicDemoted
	TypeGrimoireWarning
	TypeGrimoireCuratorCycle
	TypeGrimoirePlaybookEvolved
	TypeGrimoireCausalEdge
	TypeCoordinationPheromoneDeposited
	TypeCoordinationPheromoneSensed
	TypeCoordinationPheromoneEvaporated
	TypeCoordinationBloodstainReceived
	TypeCoordinationCladeSync
	TypeContextAssembled
	TypeContextCompaction
	TypeContextToolsPruned
	TypeContextPolicyUpdated
	TypeCustodyDelegationCreated
	TypeCustodyDelegationRevoked
	TypeCustodySelfFundingReplenish
	TypeCustodySessionKeyRotated
	TypeCustodySpendingLimitReached
	TypeLifecycleBooted
	TypeLifecycleReady
	TypeLifecycleTransition
	TypeLifecycleShutdown
	TypeLifecycleShutdownPhase
	TypeEngagementAchievementUnlocked
	TypeEngagementSpriteEvolution
	TypeEngagementSpriteMutation
	TypeEngagementMilestone
	TypeMarketplaceListingCreated
	TypeMarketplacePurchaseComplete
	TypeMarketplaceReviewPosted
	TypeMarketplaceAutonomousPurchase
	TypeMarketplaceEscrowReleased
	TypeTradingSwapExecuted
	TypeTradingLPRebalanced
	TypeTradingVaultDeposit
	TypeTradingVaultWithdrawal
	TypeTradingPositionLiquidated
	TypeCorticalSignalUpdated
	TypeCorticalThresholdCrossed
	TypePredictionCreated
	TypePredictionResolved
	TypePredictionExpired
	TypePredictionAccuracyUpdated
	TypeClockGammaTick
	TypeClockThetaTick
	TypeClockDeltaTick
	TypeClockFrequencyAdjusted
	TypeLibraryKnowledgeIngested
	TypeLibraryKnowledgeEquipped
	TypeLibraryKnowledgeDecayed
	TypeNecrocracyGolemDied
	TypeNecrocracyKnowledgeBequeathed
	TypeNecrocracyLetheContribution
	TypePortalEntered
	TypePortalExited
	TypePortalPerspectiveShifted
	TypeHermesSkillsLoaded
	TypeHermesSkillsActivated
	TypeHermesSkillDrafted
	TypeHermesSkillCreated
	TypeHermesSkillImproved
	TypeHermesFeedbackFlushed
	TypeHermesSkillPromoted
	TypeHermesSkillIngested
	TypeHermesDeathSkillExport
	TypeHermesEvolutionComplete
	TypeReplicationSpawned
	TypeReplicationTickUpdate
	TypeReplicationReportSubmitted
	TypeReplicationAdopted
	TypeReplicationTerminated
	TypeReplicationHayflickReached
	TypeStrategyReloaded
	TypeStrategyCompileFailed
	TypeSystemHealthStatus
	TypeSystemConfigReloaded
	TypeSystemExtensionRegistered
	TypeSystemResourceUsage
	TypeSystemCommandAck
	TypeSystemObservationFailure
	TypeSystemActionFailure
	TypeSystemGateRejection
	TypeFabricLagged
	typeEnd
)

// entry is a row of the catalogue.
type entry struct {
	Name          string
	Category      Category
	HighFrequency bool // coalesced before it reaches the ring (runtime §9.1)
	decode        func([]byte) (Payload, error)
}

// catalogue lists every type. A row without a decoder is a name that this
// version reserves; its payload comes with the part that emits it.
var catalogue = [typeEnd]entry{
	TypeHeartbeatMarketObservation:      {Name: "heartbeat.market_observation", Category: Heartbeat, decode: decode[HeartbeatMarketObservation]},
	TypeHeartbeatTick:                   {Name: "heartbeat.tick", Category: Heartbeat, decode: decode[HeartbeatTick]},
	TypeHeartbeatComplete:               {Name: "heartbeat.complete", Category: Heartbeat, decode: decode[HeartbeatComplete]},
	TypeHeartbeatTierSelected:           {Name: "heartbeat.tier_selected", Category: Heartbeat, decode: decode[HeartbeatTierSelected]},
	TypeHeartbeatSuppressed:             {Name: "heartbeat.suppressed", Category: Heartbeat, decode: decode[HeartbeatSuppressed]},
	TypeHeartbeatQueueWarning:           {Name: "heartbeat.queue_warning", Category: Heartbeat, decode: decode[HeartbeatQueueWarning]},
	TypeHeartbeatTickDropped:            {Name: "heartbeat.tick_dropped", Category: Heartbeat, decode: decode[HeartbeatTickDropped]},
	TypeHeartbeatSteerReceived:          {Name: "heartbeat.steer_received", Category: Heartbeat, decode: decode[HeartbeatSteerReceived]},
	TypeToolStart:                       {Name: "tool.start", Category: Tool},
	TypeToolUpdate:                      {Name: "tool.update", Category: Tool},
	TypeToolEnd:                         {Name: "tool.end", Category: Tool},
	TypeToolVerified:                    {Name: "tool.verified", Category: Tool},
	TypePermitCreated:                   {Name: "permit.created", Category: Permit, decode: decode[PermitCreated]},
	TypePermitCommitted:                 {Name: "permit.committed", Category: Permit, decode: decode[PermitCommitted]},
	TypePermitExpired:                   {Name: "permit.expired", Category: Permit, decode: decode[PermitExpired]},
	TypePermitCancelled:                 {Name: "permit.cancelled", Category: Permit, decode: decode[PermitCancelled]},
	TypePermitBlocked:                   {Name: "permit.blocked", Category: Permit, decode: decode[PermitBlocked]},
	TypeRiskAssessment:                  {Name: "risk.assessment", Category: Risk, decode: decode[RiskAssessment]},
	TypeRiskPolicyViolation:             {Name: "risk.policy_violation", Category: Risk},
	TypeRiskTaintViolationBlocked:       {Name: "risk.taint_violation_blocked", Category: Risk, decode: decode[RiskTaintViolationBlocked]},
	TypeRiskDrawdownWarning:             {Name: "risk.drawdown_warning", Category: Risk, decode: decode[RiskDrawdownWarning]},
	TypeRiskForcedReduction:             {Name: "risk.forced_reduction", Category: Risk, decode: decode[RiskForcedReduction]},
	TypeRiskDegradationChanged:          {Name: "risk.degradation_changed", Category: Risk, decode: decode[RiskDegradationChanged]},
	TypeRiskHalt:                        {Name: "risk.halt", Category: Risk, decode: decode[RiskHalt]},
	TypeRiskAnomaly:                     {Name: "risk.anomaly", Category: Risk, decode: decode[RiskAnomaly]},
	TypeInferenceStart:                  {Name: "inference.start", Category: Inference},
	TypeInferenceToken:                  {Name: "inference.token", Category: Inference, HighFrequency: true},
	TypeInferenceEnd:                    {Name: "inference.end", Category: Inference},
	TypeInferenceCacheHit:               {Name: "inference.cache_hit", Category: Inference},
	TypeInferenceProviderFallback:       {Name: "inference.provider_fallback", Category: Inference},
	TypeInferenceFailure:                {Name: "inference.failure", Category: Inference},
	TypeDreamStart:                      {Name: "dream.start", Category: Dream},
	TypeDreamPhase:                      {Name: "dream.phase", Category: Dream},
	TypeDreamHypothesis:                 {Name: "dream.hypothesis", Category: Dream},
	TypeDreamCounterfactual:             {Name: "dream.counterfactual", Category: Dream},
	TypeDreamComplete:                   {Name: "dream.complete", Category: Dream},
	TypeDaimonAppraisal:                 {Name: "daimon.appraisal", Category: Daimon},
	TypeDaimonSomaticMarker:             {Name: "daimon.somatic_marker", Category: Daimon},
	TypeDaimonEmotionalShift:            {Name: "daimon.emotional_shift", Category: Daimon},
	TypeVitalityUpdate:                  {Name: "vitality.update", Category: Vitality, decode: decode[VitalityUpdate]},
	TypeVitalityPhaseTransition:         {Name: "vitality.phase_transition", Category: Vitality, decode: decode[VitalityPhaseTransition]},
	TypeVitalityClockAlarm:              {Name: "vitality.clock_alarm", Category: Vitality, decode: decode[VitalityClockAlarm]},
	TypeVitalityDeathInitiated:          {Name: "vitality.death_initiated", Category: Vitality, decode: decode[VitalityDeathInitiated]},
	TypeVitalityThanatopsisPhase:        {Name: "vitality.thanatopsis_phase", Category: Vitality, decode: decode[VitalityThanatopsisPhase]},
	TypeVitalitySuccessorSpawned:        {Name: "vitality.successor_spawned", Category: Vitality},
	TypeGrimoireInsight:                 {Name: "grimoire.insight", Category: Grimoire},
	TypeGrimoireHeuristicPromoted:       {Name: "grimoire.heuristic_promoted", Category: Grimoire},
	TypeGrimoireHeuristicDemoted:        {Name: "grimoire.heuristic_demoted", Category: Grimoire},
	TypeGrimoireWarning:                 {Name: "grimoire.warning", Category: Grimoire},
	TypeGrimoireCuratorCycle:            {Name: "grimoire.curator_cycle", Category: Grimoire},
	TypeGrimoirePlaybookEvolved:         {Name: "grimoire.playbook_evolved", Category: Grimoire},
	TypeGrimoireCausalEdge:              {Name: "grimoire.causal_edge", Category: Grimoire},
	TypeCoordinationPheromoneDeposited:  {Name: "coordination.pheromone_deposited", Category: Coordination},
	TypeCoordinationPheromoneSensed:     {Name: "coordination.pheromone_sensed", Category: Coordination},
	TypeCoordinationPheromoneEvaporated: {Name: "coordination.pheromone_evaporated", Category: Coordination},
	TypeCoordinationBloodstainReceived:  {Name: "coordination.bloodstain_received", Category: Coordination},
	TypeCoordinationCladeSync:           {Name: "coordination.clade_sync", Category: Coordination},
	TypeContextAssembled:                {Name: "context.assembled", Category: Context},
	TypeContextCompaction:               {Name: "context.compaction", Category: Context},
	TypeContextToolsPruned:              {Name: "context.tools_pruned", Category: Context},
	TypeContextPolicyUpdated:            {Name: "context.policy_updated", Category: Context},
	TypeCustodyDelegationCreated:        {Name: "custody.delegation_created", Category: Custody},
	TypeCustodyDelegationRevoked:        {Name: "custody.delegation_revoked", Category: Custody},
	TypeCustodySelfFundingReplenish:     {Name: "custody.self_funding_replenish", Category: Custody},
	TypeCustodySessionKeyRotated:        {Name: "custody.session_key_rotated", Category: Custody, decode: decode[CustodySessionKeyRotated]},
	TypeCustodySpendingLimitReached:     {Name: "custody.spending_limit_reached", Category: Custody},
	TypeLifecycleBooted:                 {Name: "lifecycle.booted", Category: Lifecycle, decode: decode[LifecycleBooted]},
	TypeLifecycleReady:                  {Name: "lifecycle.ready", Category: Lifecycle, decode: decode[LifecycleReady]},
	TypeLifecycleTransition:             {Name: "lifecycle.transition", Category: Lifecycle, decode: decode[LifecycleTransition]},
	TypeLifecycleShutdown:               {Name: "lifecycle.shutdown", Category: Lifecycle, decode: decode[LifecycleShutdown]},
	TypeLifecycleShutdownPhase:          {Name: "lifecycle.shutdown_phase", Category: Lifecycle, decode: decode[LifecycleShutdownPhase]},
	TypeEngagementAchievementUnlocked:   {Name: "engagement.achievement_unlocked", Category: Engagement},
	TypeEngagementSpriteEvolution:       {Name: "engagement.sprite_evolution", Category: Engagement},
	TypeEngagementSpriteMutation:        {Name: "engagement.sprite_mutation", Category: Engagement},
	TypeEngagementMilestone:             {Name: "engagement.milestone", Category: Engagement},
	TypeMarketplaceListingCreated:       {Name: "marketplace.listing_created", Category: Marketplace},
	TypeMarketplacePurchaseComplete:     {Name: "marketplace.purchase_complete", Category: Marketplace},
	TypeMarketplaceReviewPosted:         {Name: "marketplace.review_posted", Category: Marketplace},
	TypeMarketplaceAutonomousPurchase:   {Name: "marketplace.autonomous_purchase", Category: Marketplace},
	TypeMarketplaceEscrowReleased:       {Name: "marketplace.escrow_released", Category: Marketplace},
	TypeTradingSwapExecuted:             {Name: "trading.swap_executed", Category: Trading},
	TypeTradingLPRebalanced:             {Name: "trading.lp_rebalanced", Category: Trading},
	TypeTradingVaultDeposit:             {Name: "trading.vault_deposit", Category: Trading},
	TypeTradingVaultWithdrawal:          {Name: "trading.vault_withdrawal", Category: Trading},
	TypeTradingPositionLiquidated:       {Name: "trading.position_liquidated", Category: Trading},
	TypeCorticalSignalUpdated:           {Name: "cortical.signal_updated", Category: Cortical, HighFrequency: true},
	TypeCorticalThresholdCrossed:        {Name: "cortical.threshold_crossed", Category: Cortical},
	TypePredictionCreated:               {Name: "prediction.created", Category: Prediction, HighFrequency: true},
	TypePredictionResolved:              {Name: "prediction.resolved", Category: Prediction, HighFrequency: true},
	TypePredictionExpired:               {Name: "prediction.expired", Category: Prediction},
	TypePredictionAccuracyUpdated:       {Name: "prediction.accuracy_updated", Category: Prediction},
	TypeClockGammaTick:                  {Name: "clock.gamma_tick", Category: Clock, HighFrequency: true, decode: decode[ClockGammaTick]},
	TypeClockThetaTick:                  {Name: "clock.theta_tick", Category: Clock, decode: decode[ClockThetaTick]},
	TypeClockDeltaTick:                  {Name: "clock.delta_tick", Category: Clock, decode: decode[ClockDeltaTick]},
	TypeClockFrequencyAdjusted:          {Name: "clock.frequency_adjusted", Category: Clock, decode: decode[ClockFrequencyAdjusted]},
	TypeLibraryKnowledgeIngested:        {Name: "library.knowledge_ingested", Category: Library},
	TypeLibraryKnowledgeEquipped:        {Name: "library.knowledge_equipped", Category: Library},
	TypeLibraryKnowledgeDecayed:         {Name: "library.knowledge_decayed", Category: Library},
	TypeNecrocracyGolemDied:             {Name: "necrocracy.golem_died", Category: Necrocracy, decode: decode[NecrocracyGolemDied]},
	TypeNecrocracyKnowledgeBequeathed:   {Name: "necrocracy.knowledge_bequeathed", Category: Necrocracy},
	TypeNecrocracyLetheContribution:     {Name: "necrocracy.lethe_contribution", Category: Necrocracy},
	TypePortalEntered:                   {Name: "portal.entered", Category: Portal},
	TypePortalExited:                    {Name: "portal.exited", Category: Portal},
	TypePortalPerspectiveShifted:        {Name: "portal.perspective_shifted", Category: Portal},
	TypeHermesSkillsLoaded:              {Name: "hermes.skills_loaded", Category: Hermes},
	TypeHermesSkillsActivated:           {Name: "hermes.skills_activated", Category: Hermes},
	TypeHermesSkillDrafted:              {Name: "hermes.skill_drafted", Category: Hermes},
	TypeHermesSkillCreated:              {Name: "hermes.skill_created", Category: Hermes},
	TypeHermesSkillImproved:             {Name: "hermes.skill_improved", Category: Hermes},
	TypeHermesFeedbackFlushed:           {Name: "hermes.feedback_flushed", Category: Hermes},
	TypeHermesSkillPromoted:             {Name: "hermes.skill_promoted", Category: Hermes},
	TypeHermesSkillIngested:             {Name: "hermes.skill_ingested", Category: Hermes},
	TypeHermesDeathSkillExport:          {Name: "hermes.death_skill_export", Category: Hermes},
	TypeHermesEvolutionComplete:         {Name: "hermes.evolution_complete", Category: Hermes},
	TypeReplicationSpawned:              {Name: "replication.spawned", Category: Replication},
	TypeReplicationTickUpdate:           {Name: "replication.tick_update", Category: Replication},
	TypeReplicationReportSubmitted:      {Name: "replication.report_submitted", Category: Replication},
	TypeReplicationAdopted:              {Name: "replication.adopted", Category: Replication},
	TypeReplicationTerminated:           {Name: "replication.terminated", Category: Replication},
	TypeReplicationHayflickReached:      {Name: "replication.hayflick_reached", Category: Replication},
	TypeStrategyReloaded:                {Name: "strategy.reloaded", Category: Strategy, decode: decode[StrategyReloaded]},
	TypeStrategyCompileFailed:           {Name: "strategy.compile_failed", Category: Strategy, decode: decode[StrategyCompileFailed]},
	TypeSystemHealthStatus:              {Name: "system.health_status", Category: System},
	TypeSystemConfigReloaded:            {Name: "system.config_reloaded", Category: System},
	TypeSystemExtensionRegistered:       {Name: "system.extension_registered", Category: System},
	TypeSystemResourceUsage:             {Name: "system.resource_usage", Category: System},
	TypeSystemCommandAck:                {Name: "system.command_ack", Category: System, decode: decode[SystemCommandAck]},
	TypeSystemObservationFailure:        {Name: "system.observation_failure", Category: System, decode: decode[SystemObservationFailure]},
	TypeSystemActionFailure:             {Name: "system.action_failure", Category: System, decode: decode[SystemActionFailure]},
	TypeSystemGateRejection:             {Name: "system.gate_rejection", Category: System, decode: decode[SystemGateRejection]},
	TypeFabricLagged:                    {Name: "fabric.lagged", Category: Fabric, decode: decode[FabricLagged]},
}

// Types returns every type in catalogue order.
func Types() []Type {
	types := make([]Type, 0, int(typeEnd)-1)
	for t := Type(1); t < typeEnd; t++ {
		types = append(types, t)
	}
	return types
}

// Known reports whether t is in the catalogue.
func (t Type) Known() bool { return t > 0 && t < typeEnd }

// String returns the wire name, "category.name".
func (t Type) String() string {
	if !t.Known() {
		return "unknown"
	}
	return catalogue[t].Name
}

// Category returns the category of a known type, and Heartbeat for an unknown one.
func (t Type) Category() Category {
	if !t.Known() {
		return Heartbeat
	}
	return catalogue[t].Category
}

// HighFrequency reports whether events of this type are coalesced.
func (t Type) HighFrequency() bool { return t.Known() && catalogue[t].HighFrequency }

// HasPayload reports whether this version defines the payload of the type.
func (t Type) HasPayload() bool { return t.Known() && catalogue[t].decode != nil }

// TypeNamed returns the type with the given wire name.
func TypeNamed(name string) (Type, bool) {
	for t := Type(1); t < typeEnd; t++ {
		if catalogue[t].Name == name {
			return t, true
		}
	}
	return 0, false
}

// decode reads one payload. Fields it does not know are ignored, because a
// newer Golem may send more.
func decode[P Payload](data []byte) (Payload, error) {
	var p P
	if err := json.Unmarshal(data, &p); err != nil {
		return nil, fmt.Errorf("payload of %s: %w", p.Type(), err)
	}
	return p, nil
}
