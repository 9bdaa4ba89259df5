package thanatopsis

import "bardo.run/bardo/golem/core/config"

// FromConfig translates the configuration of a Golem into the terms of a death.
func FromConfig(c config.GolemConfig) Terms {
	d := c.Mortality.Thanatopsis
	return Terms{Review: config.Share(d.ReflectBudgetFraction), Plain: !d.Enabled}
}
